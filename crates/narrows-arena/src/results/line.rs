//! One line of a results file: a JSON object that ends with the checksum of what comes before it.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What stands between an object's last member and its checksum.
const SUM: &str = ",\"crc32\":\"";
/// Eight digits and the end of the object.
const SUM_LENGTH: usize = SUM.len() + 8 + 2;

/// Why a line is not one that was written here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// It has no checksum.
    #[error("it does not end with a checksum")]
    NoChecksum,
    /// The checksum is that of another text.
    #[error("its checksum is {stated}, but its text has {actual}: it was changed or damaged")]
    Checksum {
        /// The checksum in the line.
        stated: String,
        /// The checksum of its text.
        actual: String,
    },
    /// It is not a JSON object of the right kind.
    #[error("{0}")]
    Json(String),
}

fn checksum(text: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(text))
}

/// A line, with its end.
pub(super) fn write(value: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut text = serde_json::to_vec(value)?;
    // The closing brace comes back after the checksum.
    text.pop();
    let sum = checksum(&text);
    text.extend_from_slice(format!("{SUM}{sum}\"}}\n").as_bytes());
    Ok(text)
}

/// Reads a line, without its end.
pub(super) fn read<T: DeserializeOwned>(line: &[u8]) -> Result<T, LineError> {
    let (text, sum) = line
        .len()
        .checked_sub(SUM_LENGTH)
        .map(|at| line.split_at(at))
        .ok_or(LineError::NoChecksum)?;
    let stated = sum
        .strip_prefix(SUM.as_bytes())
        .and_then(|sum| sum.strip_suffix(b"\"}"))
        .ok_or(LineError::NoChecksum)?;
    let actual = checksum(text);
    if stated != actual.as_bytes() {
        return Err(LineError::Checksum {
            stated: String::from_utf8_lossy(stated).into_owned(),
            actual,
        });
    }
    let mut object = text.to_vec();
    object.push(b'}');
    serde_json::from_slice(&object).map_err(|error| LineError::Json(error.to_string()))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn every_changed_byte_is_noticed() {
        let value = json!({"game": 3, "moves": ["a1", "b2"]});
        let line = write(&value).unwrap();
        let (end, line) = line.split_last().unwrap();
        assert_eq!(*end, b'\n');
        assert_eq!(read::<Value>(line), Ok(value));
        for at in 0..line.len() {
            for change in [1, 32, 128] {
                let mut changed = line.to_vec();
                changed[at] ^= change;
                assert!(read::<Value>(&changed).is_err(), "{at}");
            }
            assert!(read::<Value>(&line[..at]).is_err(), "{at}");
        }
    }
}
