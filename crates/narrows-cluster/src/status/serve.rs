//! One page over HTTP/1.1: as little of it as Prometheus and a browser need.
//!
//! A request is read up to its empty line and within bounds, answered, and the connection closed.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::failure::Failure;

/// The longest request, in bytes.
const MOST_REQUEST: usize = 8 << 10;
/// The most connections at a time; others wait.
const MOST_CONNECTIONS: usize = 16;
/// The longest that a connection lasts.
const LASTS: Duration = Duration::from_secs(5);
/// After a connection could not be taken, for want of files, until the next one.
const PAUSE: Duration = Duration::from_millis(100);

/// Listens at an address.
pub async fn bind(address: SocketAddr) -> Result<TcpListener, Failure> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|error| Failure::could_not(format!("--metrics {address}: {error}")))
}

/// Answers every request for `/metrics` with a page.
pub async fn answer_all(listener: TcpListener, page: impl Fn() -> String + Send + Sync + 'static) {
    let page = Arc::new(page);
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        // The semaphore is never closed, so there is a permit in the end.
        let permit = Arc::clone(&room).acquire_owned().await;
        let Ok((mut connection, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let page = Arc::clone(&page);
        tokio::spawn(async move {
            let _left = tokio::time::timeout(LASTS, converse(&mut connection, &*page)).await;
            drop(permit);
        });
    }
}

async fn converse(connection: &mut TcpStream, page: &impl Fn() -> String) -> std::io::Result<()> {
    let mut request = Vec::new();
    let mut piece = [0; 1024];
    while !is_whole(&request) && request.len() < MOST_REQUEST {
        let bytes = connection.read(&mut piece).await?;
        if bytes == 0 {
            break;
        }
        request.extend_from_slice(&piece[..bytes]);
    }
    let answer = answer(&request, page);
    connection.write_all(answer.as_bytes()).await?;
    connection.shutdown().await?;
    // What is still unread would reset the connection before the answer is read.
    while connection.read(&mut piece).await? > 0 {}
    Ok(())
}

fn is_whole(request: &[u8]) -> bool {
    let ends = |end: &[u8]| request.windows(end.len()).any(|window| window == end);
    ends(b"\r\n\r\n") || ends(b"\n\n")
}

/// The answer to a request, whatever it is.
fn answer(request: &[u8], page: impl Fn() -> String) -> String {
    let line = request.split(|&byte| byte == b'\n').next();
    let line = String::from_utf8_lossy(line.unwrap_or_default());
    let words: Vec<_> = line.split_whitespace().collect();
    let (status, body) = match words[..] {
        [method, target, version] if version.starts_with("HTTP/1.") && is_whole(request) => {
            let path = target.split('?').next().unwrap_or_default();
            match (method, path) {
                ("GET" | "HEAD", "/metrics") => ("200 OK", page()),
                ("GET" | "HEAD", _) => ("404 Not Found", "see /metrics\n".to_owned()),
                _ => (
                    "405 Method Not Allowed\r\nAllow: GET, HEAD",
                    "use GET\n".to_owned(),
                ),
            }
        }
        _ => ("400 Bad Request", "not a request\n".to_owned()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    if words.first() == Some(&"HEAD") {
        head
    } else {
        head + &body
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_asked_is_answered() {
        let page = || "page\n".to_owned();
        for (request, begins, ends) in [
            (
                &b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"[..],
                "200 ",
                "\r\n\r\npage\n",
            ),
            (b"GET /metrics?x=1 HTTP/1.0\n\n", "200 ", "\r\n\r\npage\n"),
            (b"HEAD /metrics HTTP/1.1\r\n\r\n", "200 ", "close\r\n\r\n"),
            (b"GET / HTTP/1.1\r\n\r\n", "404 ", "see /metrics\n"),
            (b"POST /metrics HTTP/1.1\r\n\r\n", "405 ", "use GET\n"),
            (b"GET /metrics HTTP/1.1\r\n", "400 ", "not a request\n"),
            (b"GET /metrics\r\n\r\n", "400 ", "not a request\n"),
            (b"\x16\x03\x01\xff\xff\n\n", "400 ", "not a request\n"),
            (b"\r\n\r\n", "400 ", "not a request\n"),
            (b"", "400 ", "not a request\n"),
        ] {
            let answer = answer(request, page);
            let begins = format!("HTTP/1.1 {begins}");
            assert!(
                answer.starts_with(&begins) && answer.ends_with(ends),
                "{request:?}: {answer}"
            );
        }
    }
}
