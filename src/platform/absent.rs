//! The edge where there is no browser: what views name, with nothing behind it. Used to make the still pages.

/// Values off form controls and keys off the keyboard: there are none.
pub mod input {
    use yew::Event;

    /// No control, no value.
    #[must_use]
    pub fn value(_: &Event) -> Option<String> {
        None
    }

    /// No keyboard, no key.
    #[must_use]
    pub fn key(_: &Event) -> Option<(String, bool)> {
        None
    }

    /// No element, no attribute.
    #[must_use]
    pub fn data(_: &Event, _: &str) -> Option<String> {
        None
    }
}
