//! What a running program is doing, as events to wait for; both test programs use it.
#![cfg(unix)]
#![allow(dead_code, reason = "neither uses all of it")]

use std::process::{Child, Command};
use std::time::Duration;

/// Waits until a program catches Ctrl-C, after which it has begun its work.
pub fn await_handler(child: &Child) {
    let catches = |line: &str| {
        let mask = line.strip_prefix("SigCgt:")?;
        let mask = u64::from_str_radix(mask.trim(), 16).ok()?;
        // SIGINT is signal 2.
        Some(mask & 1 << 1 != 0)
    };
    await_in(child, "status", |text| {
        text.lines().find_map(catches) == Some(true)
    });
}

/// Waits until a program has computed for a fifth of a second, or is gone.
pub fn await_work(child: &Child) {
    await_in(child, "stat", |text| {
        // The name, in parentheses, may have spaces. After it come the state, 10 figures, and user and system time
        // in hundredths of a second.
        let (_, fields) = text.rsplit_once(')').unwrap();
        let fields: Vec<_> = fields.split_whitespace().collect();
        let times = fields[11..13]
            .iter()
            .map(|time| time.parse::<u64>().unwrap());
        fields[0] == "Z" || times.sum::<u64>() >= 20
    });
}

fn await_in(child: &Child, file: &str, happened: impl Fn(&str) -> bool) {
    let path = format!("/proc/{}/{file}", child.id());
    loop {
        let Ok(text) = std::fs::read_to_string(&path) else {
            // Where there is no /proc, a while has to do.
            return std::thread::sleep(Duration::from_secs(1));
        };
        if happened(&text) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Presses Ctrl-C.
pub fn interrupt(child: &Child) {
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}
