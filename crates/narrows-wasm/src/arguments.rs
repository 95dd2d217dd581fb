//! What JavaScript passes, checked before use: a wrong type is an error that names the argument, never a number cut
//! to fit or an address out of range.

use js_sys::{Function, Reflect};
use wasm_bindgen::{JsCast, JsError, JsValue};

/// What a value is, for messages: `a string`, `undefined`, `2.5`.
fn described(value: &JsValue) -> String {
    if let Some(number) = value.as_f64() {
        return number.to_string();
    }
    match value.js_typeof().as_string().as_deref() {
        Some("undefined") => "undefined".into(),
        Some("object") if value.is_null() => "null".into(),
        Some("object") => "an object".into(),
        Some(name) => format!("a {name}"),
        None => "something else".into(),
    }
}

fn wrong(name: &str, expected: &str, value: &JsValue) -> JsError {
    JsError::new(&format!(
        "{name}: expected {expected}, not {}",
        described(value)
    ))
}

/// A string.
pub fn text(name: &str, value: &JsValue) -> Result<String, JsError> {
    value
        .as_string()
        .ok_or_else(|| wrong(name, "a string", value))
}

/// A boolean.
pub fn flag(name: &str, value: &JsValue) -> Result<bool, JsError> {
    value
        .as_bool()
        .ok_or_else(|| wrong(name, "true or false", value))
}

/// A whole number within a range.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be whole and in range"
)]
pub fn whole(name: &str, value: &JsValue, from: u32, to: u32) -> Result<u32, JsError> {
    let fits =
        |number: &f64| number.fract() == 0.0 && (f64::from(from)..=f64::from(to)).contains(number);
    match value.as_f64().filter(fits) {
        Some(number) => Ok(number as u32),
        None => {
            let expected = if to == u32::MAX {
                format!("a whole number from {from}")
            } else {
                format!("a whole number from {from} to {to}")
            };
            Err(wrong(name, &expected, value))
        }
    }
}

/// A number of columns or rows. The game itself says which are allowed.
pub fn side(name: &str, value: &JsValue) -> Result<u32, JsError> {
    whole(name, value, 0, u32::MAX)
}

/// A time span in milliseconds.
pub fn milliseconds(name: &str, value: &JsValue) -> Result<f64, JsError> {
    let fits = |span: &f64| *span >= 0.0;
    let span = value.as_f64().filter(fits);
    span.ok_or_else(|| wrong(name, "a number of milliseconds", value))
}

/// A function, if one is given.
pub fn function(name: &str, value: &JsValue) -> Result<Option<Function>, JsError> {
    given(value)
        .map(|value| {
            let function = value.dyn_ref::<Function>().cloned();
            function.ok_or_else(|| wrong(name, "a function", value))
        })
        .transpose()
}

/// An argument that may be left out, or be null.
pub fn given(value: &JsValue) -> Option<&JsValue> {
    (!value.is_undefined() && !value.is_null()).then_some(value)
}

/// A field of an object; undefined if it has none.
pub fn field(name: &str, object: &JsValue, key: &str) -> Result<JsValue, JsError> {
    if !object.is_object() {
        return Err(wrong(name, "an object", object));
    }
    Reflect::get(object, &key.into())
        .map_err(|_| wrong(name, &format!("an object with {key}"), object))
}
