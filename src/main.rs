//! The first visit's program: the lessons. The lab's program is loaded when it is asked for.

fn main() {
    #[cfg(target_arch = "wasm32")]
    idempotency_explainer::start();
}
