//! What is left for the last notice, which the page's own script shows when the program has stopped.

/// Leaves the scenario that the notice offers for copying.
pub fn remember_scenario(text: &str) {
    let _ = js_sys::Reflect::set(&js_sys::global(), &"retryScenario".into(), &text.into());
}
