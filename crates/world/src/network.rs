//! Downloads and their limits.
//!
//! One [`Policy`] applies to everything that comes from the network. A server cannot block a run forever, fill its
//! memory, or redirect it to a place that the user did not allow: redirects are followed here, and each is checked
//! against the policy like the first URL.

use std::time::Duration;

use url::Url;
use yardstick_diagnostics::{limits, without_passwords};

use crate::{FetchError, Instant};

/// The limits of a download.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The time that a server may take to accept a connection.
    pub connect: Duration,
    /// The time from the first request to the last byte, including redirects.
    pub total: Duration,
    /// The maximum size of a body in bytes.
    pub size: u64,
    /// The maximum number of redirects.
    pub redirects: usize,
    /// The hosts that may be contacted; any if `None`.
    pub hosts: Option<Vec<String>>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(30),
            total: Duration::from_secs(limits::DOWNLOAD_SECONDS),
            size: limits::DOWNLOAD_BYTES,
            redirects: limits::REDIRECTS,
            hosts: None,
        }
    }
}

impl Policy {
    /// Checks that the policy allows `url`.
    pub fn check(&self, url: &Url) -> Result<(), FetchError> {
        if !matches!(url.scheme(), "http" | "https") {
            let reason = format!("URL scheme '{}' is not http or https", url.scheme());
            return Err(FetchError::Request(reason));
        }
        let host = url.host_str().unwrap_or_default();
        match &self.hosts {
            Some(hosts) if !hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) => {
                Err(FetchError::Request(format!("host '{host}' is not allowed")))
            }
            _ => Ok(()),
        }
    }
}

/// `url` for messages: without a password, and without a user name, which may be a token.
pub fn masked(url: &str) -> String {
    without_passwords(url).into_owned()
}

/// Fetches the body at `url`.
pub(crate) fn fetch(url: &str, policy: &Policy) -> Result<Vec<u8>, FetchError> {
    let invalid = |error: url::ParseError| FetchError::Request(error.to_string());
    let mut url = Url::parse(url).map_err(invalid)?;
    let start = Instant::now();
    for hop in 0..=policy.redirects {
        policy.check(&url).map_err(|error| match error {
            FetchError::Request(reason) if hop > 0 => {
                FetchError::Request(format!("redirected to '{}': {reason}", masked(url.as_str())))
            }
            other => other,
        })?;
        let Some(left) = policy.total.checked_sub(start.elapsed()) else {
            let seconds = policy.total.as_secs();
            return Err(FetchError::Request(format!("no answer within {seconds} seconds")));
        };
        match client::ask(&url, policy, left)? {
            client::Answer::Body(bytes) => return Ok(bytes),
            client::Answer::Redirect(target) => url = url.join(&target).map_err(invalid)?,
        }
    }
    Err(FetchError::Request(format!("more than {} redirects", policy.redirects)))
}

#[cfg(feature = "network")]
mod client {
    use std::time::Duration;

    use ureq::http::header::{CONTENT_LENGTH, LOCATION};
    use url::Url;

    use super::{FetchError, Policy};

    /// The answer of a server.
    pub(super) enum Answer {
        Body(Vec<u8>),
        /// A redirect to another URL.
        Redirect(String),
    }

    /// Sends one request.
    pub(super) fn ask(url: &Url, policy: &Policy, left: Duration) -> Result<Answer, FetchError> {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            // Keep no connections: one that the server has closed meanwhile would fail.
            .max_idle_connections(0)
            .timeout_resolve(Some(policy.connect))
            .timeout_connect(Some(policy.connect))
            .timeout_global(Some(left))
            .build()
            .into();
        let mut response =
            agent.get(url.as_str()).call().map_err(|error| FetchError::Request(reason(error)))?;
        let status = response.status();
        let target = response.headers().get(LOCATION).and_then(|target| target.to_str().ok());
        if let (301 | 302 | 303 | 307 | 308, Some(target)) = (status.as_u16(), target) {
            return Ok(Answer::Redirect(target.to_owned()));
        }
        if !status.is_success() {
            return Err(FetchError::Request(status.to_string()));
        }
        let announced = response.headers().get(CONTENT_LENGTH).and_then(|text| text.to_str().ok());
        let announced = announced.and_then(|text| text.parse::<u64>().ok());
        if announced.is_some_and(|bytes| bytes > policy.size) {
            let most = policy.size;
            let reason = format!("the body is larger than the limit of {most} bytes");
            return Err(FetchError::Body(reason));
        }
        let body = response.body_mut().with_config().limit(policy.size).read_to_vec();
        body.map(Answer::Body).map_err(|error| FetchError::Body(reason(error)))
    }

    /// The reason why a download failed. System errors need no prefix.
    fn reason(error: ureq::Error) -> String {
        match error {
            ureq::Error::Io(error) => error.to_string(),
            ureq::Error::Timeout(_) => "the server took too long".to_owned(),
            other => other.to_string(),
        }
    }
}

#[cfg(not(feature = "network"))]
mod client {
    use std::time::Duration;

    use url::Url;

    use super::{FetchError, Policy};

    pub(super) enum Answer {
        #[expect(dead_code, reason = "nothing is ever answered")]
        Body(Vec<u8>),
        #[expect(dead_code, reason = "nothing is ever answered")]
        Redirect(String),
    }

    pub(super) fn ask(_: &Url, _: &Policy, _: Duration) -> Result<Answer, FetchError> {
        Err(FetchError::Request("this build has no network support".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_allowed_places_are_asked() {
        let policy = Policy { hosts: Some(vec!["good.example".to_owned()]), ..Policy::default() };
        let refusal = |url: &str| policy.check(&Url::parse(url).unwrap()).err();
        assert_eq!(refusal("https://GOOD.example/x"), None);
        assert!(refusal("https://bad.example/x").is_some());
        assert!(refusal("https://good.example.bad.example/x").is_some());
        assert!(refusal("file:///etc/passwd").is_some());
    }
}
