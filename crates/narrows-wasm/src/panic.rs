//! What a panic looks like from JavaScript.

use wasm_bindgen::prelude::wasm_bindgen;

/// Makes a panic throw an error with its message. The module's other games stay usable; the one that
/// panicked is restored from its record.
pub fn install() {
    std::panic::set_hook(Box::new(|info| {
        wasm_bindgen::throw_str(&format!("the engine failed: {info}"));
    }));
}

/// Panics on purpose, so that a program can test what it does then.
///
/// # Panics
/// Always.
#[wasm_bindgen(js_name = failOnPurpose, skip_typescript)]
pub fn fail_on_purpose() {
    panic!("on purpose");
}
