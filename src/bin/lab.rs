//! The whole page, the lab included: takes the place of the first visit's program.

fn main() {
    #[cfg(target_arch = "wasm32")]
    idempotency_explainer::start();
}
