//! Writes JSON strings.

/// Appends `text` in double quotes. Each byte that is not UTF-8 becomes an escaped U+FFFD. With `escape_html`, the
/// text is safe inside an HTML script.
pub fn write_json_string(out: &mut Vec<u8>, text: &[u8], escape_html: bool) {
    out.push(b'"');
    for chunk in text.utf8_chunks() {
        write_valid(out, chunk.valid(), escape_html);
        for _ in chunk.invalid() {
            out.extend_from_slice(b"\\ufffd");
        }
    }
    out.push(b'"');
}

/// Bytes that may need an escape; 0xE2 starts U+2028 and U+2029.
const SUSPECT: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = matches!(byte as u8, 0..=0x1F | b'"' | b'\\' | b'<' | b'>' | b'&' | 0xE2);
        byte += 1;
    }
    table
};

fn write_valid(out: &mut Vec<u8>, text: &str, escape_html: bool) {
    let bytes = text.as_bytes();
    let mut from = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if !SUSPECT[byte as usize] {
            continue;
        }
        let mut length = 1;
        let escape: &[u8] = match byte {
            b'"' => b"\\\"",
            b'\\' => b"\\\\",
            b'\n' => b"\\n",
            b'\r' => b"\\r",
            b'\t' => b"\\t",
            0x08 => b"\\b",
            0x0C => b"\\f",
            b'<' if escape_html => b"\\u003c",
            b'>' if escape_html => b"\\u003e",
            b'&' if escape_html => b"\\u0026",
            b'<' | b'>' | b'&' => continue,
            0xE2 => {
                length = 3;
                match bytes.get(at + 1..at + 3) {
                    Some(b"\x80\xA8") => b"\\u2028",
                    Some(b"\x80\xA9") => b"\\u2029",
                    _ => continue,
                }
            }
            control => {
                let digit = |value: u8| b"0123456789abcdef"[value as usize];
                &[b'\\', b'u', b'0', b'0', digit(control >> 4), digit(control & 15)]
            }
        };
        out.extend_from_slice(&bytes[from..at]);
        out.extend_from_slice(escape);
        from = at + length;
    }
    out.extend_from_slice(&bytes[from..]);
}
