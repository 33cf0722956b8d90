//! Exchanges messages over a pair of streams: a header with the length, then JSON.
//!
//! A message that cannot be read gets an error response and is skipped. Only an invalid header ends the session,
//! because then the start of the next message is unknown.

use std::{
    io::{self, BufRead, Read, Write},
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use lsp_server::{Connection, ErrorCode, Message, Notification, RequestId, Response};
use lsp_types::{
    LogMessageParams, MessageType,
    notification::{Exit, LogMessage, Notification as _},
};
use serde::Deserialize as _;
use serde_json::Value as Json;

/// The maximum length of a message. Editors send none of this size, so a larger length means a broken header.
const LONGEST: u64 = 1 << 30;

/// The maximum time to write the last messages.
const PATIENCE: Duration = Duration::from_millis(500);

/// The threads that read and write.
pub struct Transport {
    writer: JoinHandle<()>,
    broken: Arc<Mutex<Option<io::Error>>>,
}

impl Transport {
    /// Connects `input` and `output`.
    pub fn start(
        input: impl BufRead + Send + 'static,
        output: impl Write + Send + 'static,
    ) -> io::Result<(Connection, Self)> {
        let (server, client) = Connection::memory();
        let Connection { sender: to_server, receiver: from_server } = client;
        let broken: Arc<Mutex<Option<io::Error>>> = Arc::default();
        let answer = server.sender.clone();
        let noted = Arc::clone(&broken);
        let read = move || {
            let mut input = input;
            let complain = |message: Message| drop(answer.send(message));
            let take = |message: Message| to_server.send(message).is_ok();
            if let Err(error) = read_all(&mut input, &take, &complain) {
                *noted.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
        };
        thread::Builder::new().name("reader".to_owned()).spawn(read)?;
        let write = move || {
            let mut output = output;
            for message in from_server {
                // If the editor has disconnected, the reader notices.
                if write_one(&mut output, &message).is_err() {
                    return;
                }
            }
        };
        let writer = thread::Builder::new().name("writer".to_owned()).spawn(write)?;
        Ok((server, Self { writer, broken }))
    }

    /// Waits a moment for the last messages to be written. Returns the error of the input, if any.
    pub fn finish(self) -> io::Result<()> {
        let start = Instant::now();
        while !self.writer.is_finished() && start.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(2));
        }
        let broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner).take();
        broken.map_or(Ok(()), Err)
    }
}

/// Reads messages until the input ends, the editor sends `exit`, or the receiver is gone.
fn read_all(
    input: &mut impl BufRead,
    take: &dyn Fn(Message) -> bool,
    complain: &dyn Fn(Message),
) -> io::Result<()> {
    while let Some(body) = read_one(input)? {
        let message = match understand(&body) {
            Ok(message) => message,
            Err(complaint) => {
                complain(complaint);
                continue;
            }
        };
        let is_exit = matches!(&message, Message::Notification(one) if one.method == Exit::METHOD);
        if !take(message) || is_exit {
            break;
        }
    }
    Ok(())
}

/// The body of the next message; `None` at the end of the input.
fn read_one(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let wrong = |what: String| Err(io::Error::new(io::ErrorKind::InvalidData, what));
    let mut length = None;
    let mut is_first = true;
    loop {
        let mut line = Vec::new();
        if input.take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return if is_first {
                Ok(None)
            } else {
                wrong("a message ends in its header".to_owned())
            };
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\r', '\n']);
        if line.is_empty() {
            if is_first {
                continue;
            }
            break;
        }
        is_first = false;
        let Some((name, value)) = line.split_once(':') else {
            return wrong(format!("invalid message header '{line}'"));
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse::<u64>().ok().filter(|&length| length <= LONGEST);
            if length.is_none() {
                return wrong(format!("invalid message length '{}'", value.trim()));
            }
        }
    }
    let Some(length) = length else { return wrong("a message has no Content-Length".to_owned()) };
    let mut body = Vec::new();
    // Memory grows with the bytes that arrive, not with the announced length.
    if (input.take(length).read_to_end(&mut body)? as u64) < length {
        return wrong("a message ends too early".to_owned());
    }
    Ok(Some(body))
}

/// The message in `body`, or the error response to it.
#[expect(clippy::result_large_err, reason = "both ways lead to a message that is moved once")]
fn understand(body: &[u8]) -> Result<Message, Message> {
    let json: Json = match serde_json::from_slice(body) {
        Ok(json) => json,
        Err(error) => {
            let message = format!("A message of the editor is not JSON: {error}");
            let params = LogMessageParams { typ: MessageType::ERROR, message };
            return Err(Notification::new(LogMessage::METHOD.to_owned(), params).into());
        }
    };
    let id = json.get("id").and_then(|id| RequestId::deserialize(id).ok());
    let has_id = json.get("id").is_some_and(|id| !id.is_null());
    match (Message::deserialize(json), id) {
        // Without a usable id, a request would look like a notification.
        (Ok(Message::Notification(one)), None) if has_id => {
            let message =
                format!("The id of the request {} is neither a number nor a string", one.method);
            let params = LogMessageParams { typ: MessageType::ERROR, message };
            Err(Notification::new(LogMessage::METHOD.to_owned(), params).into())
        }
        (Ok(message), _) => Ok(message),
        (Err(_), Some(id)) => {
            let message = "not a request".to_owned();
            Err(Response::new_err(id, ErrorCode::InvalidRequest as i32, message).into())
        }
        (Err(_), None) => {
            let message =
                "A message of the editor is neither a request nor a notification".to_owned();
            let params = LogMessageParams { typ: MessageType::ERROR, message };
            Err(Notification::new(LogMessage::METHOD.to_owned(), params).into())
        }
    }
}

fn write_one(output: &mut impl Write, message: &Message) -> io::Result<()> {
    let mut json = serde_json::to_value(message)?;
    if let Some(object) = json.as_object_mut() {
        object.insert("jsonrpc".to_owned(), Json::from("2.0"));
    }
    let body = serde_json::to_vec(&json)?;
    write!(output, "Content-Length: {}\r\n\r\n", body.len())?;
    output.write_all(&body)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    /// The messages read from `input`, the immediate responses, and whether it ended well.
    fn read(input: &str) -> (Vec<String>, Vec<String>, bool) {
        let (taken, answered) = (Mutex::default(), Mutex::default());
        let note = |all: &Mutex<Vec<String>>, message: &Message| {
            let text = serde_json::to_string(message).expect("a message");
            all.lock().expect("one thread").push(text);
        };
        let take = |message: Message| {
            note(&taken, &message);
            true
        };
        let complain = |message: Message| note(&answered, &message);
        let ended = read_all(&mut Cursor::new(input.as_bytes()), &take, &complain);
        let all = |list: Mutex<Vec<String>>| list.into_inner().expect("one thread");
        (all(taken), all(answered), ended.is_ok())
    }

    #[test]
    fn bad_messages_do_not_end_the_conversation() {
        let good = r#"{"method":"a"}"#;
        for bad in ["{bad}", "[]", "3", r#"{"id":1}"#, r#"{"id":99999999999,"method":"x"}"#] {
            let input = framed(bad) + &framed(good);
            let (taken, answered, is_good) = read(&input);
            assert!(is_good && taken.last().is_some_and(|one| one.contains("\"a\"")), "{bad}");
            // `{"id": 1}` alone reads as a response without a result.
            assert_eq!(answered.len() + taken.len(), 2, "{bad}: {answered:?} {taken:?}");
        }
        let (_, answered, _) = read(&framed(r#"{"id":7,"method":3}"#));
        assert!(answered.iter().all(|one| one.contains("-32600")), "{answered:?}");
    }

    #[test]
    fn bad_headers_end_it() {
        for bad in [
            "hello\r\n\r\n",
            "Content-Length: x\r\n\r\n",
            "Content-Length: 5\r\n\r\n{}",
            "A: b\r\n\r\n",
            "Content-Length: 99999999999999\r\n\r\n",
        ] {
            let (taken, _, is_good) = read(bad);
            assert!(taken.is_empty() && !is_good, "{bad}");
        }
        assert!(read("").2);
    }

    #[test]
    fn nothing_is_read_after_exit() {
        let input = framed(r#"{"method":"exit"}"#) + "garbage";
        let (taken, _, is_good) = read(&input);
        assert!(is_good && taken.len() == 1);
    }
}
