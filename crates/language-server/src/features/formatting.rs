//! Formatting: applies `yardstick fmt` as edits of the lines that differ.

use lsp_types::TextEdit;
use yardstick_yaml::fmt::tidy;

use crate::Analysis;

impl Analysis {
    /// The edits that format a file; `None` while it cannot be parsed.
    pub fn formatting(&self, path: &str) -> Option<Vec<TextEdit>> {
        let file = self.file(path)?;
        let is_yaml = [".yml", ".yaml"].iter().any(|end| path.ends_with(end));
        if !is_yaml || file.yaml.problem.is_some() {
            return None;
        }
        let before = file.text.as_str();
        let after = String::from_utf8(tidy(&file.yaml.tree)?).ok()?;
        if before == after {
            return Some(Vec::new());
        }
        // Keep equal lines at both ends, so that the cursor stays in place.
        let same = |a: Vec<&str>, b: Vec<&str>| -> usize {
            a.iter().zip(&b).take_while(|(a, b)| a == b).map(|(line, _)| line.len()).sum()
        };
        let lines = |text| -> Vec<&str> { str::split_inclusive(text, '\n').collect() };
        let start = same(lines(before), lines(&after));
        let backward = |text| -> Vec<&str> { str::split_inclusive(text, '\n').rev().collect() };
        let end = same(backward(&before[start..]), backward(&after[start..]));
        let range = file.text.range(start, before.len() - end);
        Some(vec![TextEdit { range, new_text: after[start..after.len() - end].to_owned() }])
    }
}
