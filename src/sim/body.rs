//! What the fixture's endpoint makes of a request body: valid parameters with a fingerprint, or not.
//!
//! The rule is seed 000's `FixtureAPI.execute`, read over the wire (`rules.md` §4.9). It is stricter than the
//! seed's program where that program is handed values that were parsed already: text that is not JSON, `NaN`, a
//! lone surrogate, or nesting deeper than [`super::limits::DEPTH`] is refused here before any value exists.

use super::json::{self, Node};

/// The two parameters of the fixture's order endpoint, by meaning. Two bodies with equal fingerprints ask for
/// the same thing, however their text differs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint {
    /// The product, never empty.
    pub product: String,
    /// The quantity's digits: an integer of at least 1, however large. JSON forbids leading zeros, so equal
    /// numbers have equal digits.
    pub quantity: String,
}

/// Validates the text of a body. `None` is the fixture's `400 {"error":"invalid parameters"}`.
///
/// A repeated field counts once, the last one.
#[must_use]
pub fn fingerprint(body_text: &str) -> Option<Fingerprint> {
    let Node::Object(members) = json::read(body_text).ok()?.node else {
        return None;
    };
    let mut product = None;
    let mut quantity = None;
    for member in members {
        match member.name.as_str() {
            "product" => product = Some(member.value.node),
            "quantity" => quantity = Some(member.value.node),
            _ => return None,
        }
    }
    let (Some(Node::Text(product)), Some(Node::Number(quantity))) = (product, quantity) else {
        return None;
    };
    let is_positive_integer = quantity.bytes().all(|byte| byte.is_ascii_digit()) && quantity != "0";
    (!product.is_empty() && is_positive_integer).then_some(Fingerprint { product, quantity })
}
