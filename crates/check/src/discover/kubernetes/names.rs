//! Schema files named after resources, in the layouts that common schema collections use.

use yardstick_world::paths;

use super::Resource;

/// A path with variables in the syntax of kubeconform, such as `{{.ResourceKind}}`.
#[derive(Debug)]
pub(super) struct Template(String);

/// File layouts below a directory of schemas.
const LAYOUTS: [&str; 5] = [
    // The layouts of the collections that the community generates from the Kubernetes API.
    "{{.ResourceKind}}{{.KindSuffix}}.json",
    "{{.NormalizedKubernetesVersion}}-standalone-strict/{{.ResourceKind}}{{.KindSuffix}}.json",
    "{{.NormalizedKubernetesVersion}}-standalone/{{.ResourceKind}}{{.KindSuffix}}.json",
    // The layout of the catalog of custom resources.
    "{{.Group}}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json",
    "{{.ResourceKind}}_{{.ResourceAPIVersion}}.json",
];

/// Returns the paths below `directory` that may hold the schema of a resource.
pub(super) fn layouts(directory: &str) -> Vec<Template> {
    let directory = directory.trim_end_matches('/');
    let endings = |layout: &str| {
        let yaml = layout.replace(".json", ".yaml");
        [Template(format!("{directory}/{layout}")), Template(format!("{directory}/{yaml}"))]
    };
    LAYOUTS.iter().flat_map(|layout| endings(layout)).collect()
}

/// Returns the path of schema files below a base URL.
pub(super) fn remote(url: &str) -> Template {
    Template(format!("{url}{}", LAYOUTS[1]))
}

impl Template {
    pub(super) fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub(super) fn is_remote(&self) -> bool {
        paths::is_url(&self.0)
    }

    /// Returns the path for `resource`.
    pub(super) fn expand(&self, resource: &Resource, kubernetes_version: &str) -> String {
        let (group, version) =
            resource.api_version.split_once('/').unwrap_or(("", &resource.api_version));
        let short = group.split('.').next().unwrap_or_default();
        let suffix =
            if short.is_empty() { format!("-{version}") } else { format!("-{short}-{version}") };
        let mut out = String::new();
        let mut rest = self.0.as_str();
        while let Some((before, behind)) = rest.split_once("{{") {
            out.push_str(before);
            let Some((name, behind)) = behind.split_once("}}") else {
                out.push_str("{{");
                rest = behind;
                continue;
            };
            out.push_str(&match name.trim().trim_start_matches('.') {
                "ResourceKind" => resource.kind.to_lowercase(),
                "ResourceAPIVersion" => version.to_lowercase(),
                "Group" => group.to_lowercase(),
                "KindSuffix" => suffix.to_lowercase(),
                "NormalizedKubernetesVersion" => kubernetes_version.to_owned(),
                "StrictSuffix" => "-strict".to_owned(),
                _ => String::new(),
            });
            rest = behind;
        }
        out.push_str(rest);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_filled_in() {
        let resource = |api_version: &str, kind: &str| Resource {
            api_version: api_version.to_owned(),
            kind: kind.to_owned(),
            name: String::new(),
        };
        let first = |one: &Resource| layouts("k8s/")[0].expand(one, "v1.30.0");
        assert_eq!(first(&resource("apps/v1", "Deployment")), "k8s/deployment-apps-v1.json");
        assert_eq!(first(&resource("v1", "Pod")), "k8s/pod-v1.json");
        let template = "x/{{ .Group }}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json";
        let found = Template::new(template).expand(&resource("cert-manager.io/v1", "Issuer"), "");
        assert_eq!(found, "x/cert-manager.io/issuer_v1.json");
        let versioned = layouts("k")[2].expand(&resource("v1", "Pod"), "v1.30.0");
        assert_eq!(versioned, "k/v1.30.0-standalone-strict/pod-v1.json");
    }
}
