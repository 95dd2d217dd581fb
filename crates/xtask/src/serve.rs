//! `cargo xtask serve`: builds the page and serves it, on this machine or in its network.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::process::ExitCode;

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use crate::node::node;
use crate::{Result, web};

const USAGE: &str = "Usage: cargo xtask serve [--host ADDRESS] [--port N]

  --host ADDRESS  127.0.0.1 unless given; 0.0.0.0 lets every device in the network in, such as a phone
  --port N        8080 unless given";

/// Where to serve.
#[derive(Debug, PartialEq, Eq)]
struct Place {
    host: IpAddr,
    port: u16,
}

/// `cargo xtask serve`.
///
/// # Errors
/// If the arguments are wrong, the port is taken, or the page cannot be built.
pub fn main(args: &[String]) -> Result<ExitCode> {
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        println!("{USAGE}");
        return Ok(ExitCode::SUCCESS);
    }
    let place = parse(args)?;
    // Before minutes go into building: can it be served there at all?
    TcpListener::bind(SocketAddr::new(place.host, place.port))
        .map_err(|error| refused(&place, &error))?;
    web::build()?;
    announce(&place);
    node(&web::source())
        .args(["scripts/serve.mjs", "../../../target/web"])
        .arg(place.host.to_string())
        .arg(place.port.to_string())
        .run()?;
    Ok(ExitCode::SUCCESS)
}

fn parse(args: &[String]) -> Result<Place> {
    let mut place = Place {
        host: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 8080,
    };
    let mut rest = args.iter();
    while let Some(flag) = rest.next() {
        let mut value = || {
            rest.next()
                .ok_or_else(|| format!("{flag} needs a value\n\n{USAGE}"))
        };
        match flag.as_str() {
            "--host" => {
                let text = value()?;
                place.host = text.parse().map_err(|_| {
                    format!("--host takes an address such as 0.0.0.0, not `{text}`")
                })?;
            }
            "--port" => {
                let text = value()?;
                place.port = text.parse().ok().filter(|&port| port > 0).ok_or_else(|| {
                    format!("--port takes a number from 1 to 65535, not `{text}`")
                })?;
            }
            _ => return Err(format!("unknown option `{flag}`\n\n{USAGE}").into()),
        }
    }
    Ok(place)
}

fn refused(place: &Place, error: &std::io::Error) -> String {
    if error.kind() == std::io::ErrorKind::AddrInUse {
        return format!("port {} is in use: choose another with --port", place.port);
    }
    let Place { host, port } = place;
    format!("cannot serve on {host} port {port}: {error}")
}

/// Prints where the page is, for a phone also as a QR code.
fn announce(place: &Place) {
    let Place { host, port } = *place;
    println!();
    if host.is_loopback() {
        println!("The page is at http://{}/", SocketAddr::new(host, port));
        println!("To open it on a phone in the same network, add `--host 0.0.0.0`.");
    } else {
        let address = if host.is_unspecified() {
            address_in_network().unwrap_or(host)
        } else {
            host
        };
        let url = format!("http://{}/", SocketAddr::new(address, port));
        if let Ok(code) = QrCode::new(&url) {
            // Dark on light also in a dark terminal, as cameras expect.
            let picture = code
                .render::<Dense1x2>()
                .dark_color(Dense1x2::Light)
                .light_color(Dense1x2::Dark)
                .build();
            println!("{picture}");
        }
        println!("The page is at {url} for every device in the network.");
        println!(
            "Over http, browsers keep it for use without a network only on this machine itself."
        );
    }
    println!("Ctrl-C ends it.");
}

/// This machine's address in its network. Nothing is sent: a datagram socket that is given a destination
/// only looks up the route.
fn address_in_network() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address that documentation may use and nobody has (RFC 5737).
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Result<Place> {
        let args: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        parse(&args)
    }

    #[test]
    fn host_and_port_are_read_in_any_order() {
        let place = |host: [u8; 4], port| Place {
            host: IpAddr::from(host),
            port,
        };
        assert_eq!(words("").ok(), Some(place([127, 0, 0, 1], 8080)));
        let both = Some(place([0, 0, 0, 0], 81));
        assert_eq!(words("--host 0.0.0.0 --port 81").ok(), both);
        assert_eq!(words("--port 81 --host 0.0.0.0").ok(), both);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, part) in [
            ("--port", "--port needs a value"),
            ("--port 0", "from 1 to 65535, not `0`"),
            ("--port 65536", "from 1 to 65535, not `65536`"),
            ("--host here", "such as 0.0.0.0, not `here`"),
            ("--open", "unknown option `--open`"),
        ] {
            let error = words(text).err().map(|error| error.to_string());
            assert!(
                error.as_ref().is_some_and(|words| words.contains(part)),
                "{text}: {error:?}"
            );
        }
    }
}
