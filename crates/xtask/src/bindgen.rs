//! `narrows-bindgen WASM FOLDER`: writes the JavaScript and TypeScript around a WebAssembly module.
//!
//! A program of its own, so that `cargo xtask` itself is built within seconds.
#![allow(clippy::print_stderr, reason = "a program for the terminal")]

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [wasm, folder] = args.as_slice() else {
        eprintln!("Usage: narrows-bindgen WASM FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .typescript(true)
        // `init()` without arguments finds the module beside its script, as every bundler expects.
        .omit_default_module_path(false)
        .reset_state_function(true);
    match bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("narrows-bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}
