//! Kubernetes resources: the schema's location follows from `apiVersion` and `kind`.

use yardstick_yaml::json::View;

/// Where schemas of resources are: a directory, or a template as kubeconform has it.
#[derive(Clone, Debug)]
pub struct Kubernetes {
    template: String,
}

impl Kubernetes {
    /// Schemas at `location`. A location without `{{` is a directory of files named after the kind.
    pub fn new(location: &str) -> Self {
        let template = if location.contains("{{") {
            location.to_owned()
        } else {
            format!(
                "{}/{{{{.ResourceKind}}}}{{{{.KindSuffix}}}}.json",
                location.trim_end_matches('/')
            )
        };
        Self { template }
    }

    /// The location for the document at `index`, if it is a resource.
    pub(super) fn find(&self, view: &View, index: usize) -> Option<String> {
        let root = view.tree().document(index)?.root().dereferenced();
        let text = |name| {
            let value = root.is_map().then(|| view.get(root.id(), name)).flatten()?;
            Some(view.node(value).text())
        };
        Some(self.expand(text("apiVersion")?, text("kind")?))
    }

    fn expand(&self, api_version: &str, kind: &str) -> String {
        let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
        let short = group.split('.').next().unwrap_or_default();
        let suffix =
            if short.is_empty() { format!("-{version}") } else { format!("-{short}-{version}") };
        let mut out = String::new();
        let mut rest = self.template.as_str();
        while let Some((before, behind)) = rest.split_once("{{") {
            out.push_str(before);
            let Some((name, behind)) = behind.split_once("}}") else {
                out.push_str("{{");
                rest = behind;
                continue;
            };
            out.push_str(&match name.trim().trim_start_matches('.') {
                "ResourceKind" => kind.to_lowercase(),
                "ResourceAPIVersion" => version.to_lowercase(),
                "Group" => group.to_lowercase(),
                "KindSuffix" => suffix.to_lowercase(),
                "NormalizedKubernetesVersion" => "master".to_owned(),
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
    use super::Kubernetes;

    #[test]
    fn templates_are_filled_in() {
        assert_eq!(
            Kubernetes::new("k8s/").expand("apps/v1", "Deployment"),
            "k8s/deployment-apps-v1.json"
        );
        assert_eq!(Kubernetes::new("k8s").expand("v1", "Pod"), "k8s/pod-v1.json");
        let template = "x/{{ .Group }}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json";
        let found = Kubernetes::new(template).expand("cert-manager.io/v1", "Issuer");
        assert_eq!(found, "x/cert-manager.io/issuer_v1.json");
    }
}
