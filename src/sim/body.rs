//! What the endpoints make of a request body: valid parameters with a fingerprint, or not.
//!
//! The rule for orders is seed 000's `FixtureAPI.execute`, read over the wire (`rules.md` §4.9). It is stricter than the
//! seed's program where that program is handed values that were parsed already: text that is not JSON, `NaN`, a
//! lone surrogate, or nesting deeper than [`super::limits::DEPTH`] is refused here before any value exists.
//!
//! Decided here for what the rules do not have: `confirm` and `cancel` take exactly `order_id`, a positive integer. A
//! service may allow further fields in an order; each is compared by its compact JSON text unless it is volatile.
//! With defaults filled in, a field that is left out or `null` counts as its default. With the recipe `text` the whole
//! text is compared and nothing else.

use std::fmt;

use super::IS_WHOLE;
use super::build::{Field, Recipe};
use super::json::{self, Node};
use super::scenario::Endpoint;

/// The parameters of a request, by meaning. Two bodies with equal fingerprints ask for the same thing, however their
/// text differs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint {
    /// The product; of a valid order never empty.
    pub product: String,
    /// The quantity's digits: an integer of at least 1, however large. JSON forbids leading zeros, so equal
    /// numbers have equal digits.
    pub quantity: String,
    /// The endpoint.
    pub to: Endpoint,
    /// The order that a change is for.
    pub order: Option<u32>,
    /// Further fields that are compared, as `name=json;` in the service's order; or the whole text, by that recipe.
    pub more: String,
}

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint {
            product: String::new(),
            quantity: String::new(),
            to: Endpoint::Create,
            order: None,
            more: String::new(),
        }
    }
}

impl Fingerprint {
    /// Of a text that says nothing valid.
    #[must_use]
    pub fn of_text(to: Endpoint, text: &str) -> Fingerprint {
        Fingerprint { to, more: text.to_owned(), ..Fingerprint::default() }
    }

    /// Whether both ask for the same, endpoints apart.
    #[must_use]
    pub fn same_parameters(&self, other: &Fingerprint) -> bool {
        self.product == other.product
            && self.quantity == other.quantity
            && self.order == other.order
            && self.more == other.more
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.order, self.product.is_empty()) {
            (Some(order), _) => write!(f, "{} order {order}", self.to.name())?,
            (None, false) => write!(f, "{} × {}", self.product, self.quantity)?,
            (None, true) => {}
        }
        if self.more.is_empty() { Ok(()) } else { write!(f, " {}", self.more) }
    }
}

/// Validates the text of an order's body. `None` is the fixture's `400 {"error":"invalid parameters"}`.
///
/// A repeated field counts once, the last one.
#[must_use]
pub fn fingerprint(body_text: &str) -> Option<Fingerprint> {
    read(body_text, Endpoint::Create, &[], Recipe::Given)
}

/// Validates the text of a body for an endpoint, with the further fields that an order may have there.
#[must_use]
pub fn read(body_text: &str, to: Endpoint, fields: &[Field], recipe: Recipe) -> Option<Fingerprint> {
    let Node::Object(members) = json::read(body_text).ok()?.node else {
        return None;
    };
    let mut product = None;
    let mut quantity = None;
    let mut order = None;
    let mut further: Vec<(&Field, Option<String>)> = fields.iter().map(|field| (field, None)).collect();
    for member in members {
        match (member.name.as_str(), to) {
            ("product", Endpoint::Create) => product = Some(member.value.node),
            ("quantity", Endpoint::Create) => quantity = Some(member.value.node),
            ("order_id", Endpoint::Confirm | Endpoint::Cancel) if IS_WHOLE => order = Some(member.value.node),
            (name, Endpoint::Create) if IS_WHOLE => {
                let (_, value) = further.iter_mut().find(|(field, _)| field.name == name)?;
                let mut text = String::new();
                member.value.node.write(&mut text);
                *value = Some(text);
            }
            _ => return None,
        }
    }
    let mut read = Fingerprint { to, ..Fingerprint::default() };
    if !IS_WHOLE || to == Endpoint::Create {
        let (Some(Node::Text(product)), Some(Node::Number(quantity))) = (product, quantity) else {
            return None;
        };
        if product.is_empty() || !is_positive_integer(&quantity) {
            return None;
        }
        (read.product, read.quantity) = (product, quantity);
    } else {
        let Some(Node::Number(number)) = order else {
            return None;
        };
        read.order = Some(number.parse().ok().filter(|_| is_positive_integer(&number))?);
    }
    if !IS_WHOLE {
        return Some(read);
    }
    if recipe == Recipe::Text {
        body_text.clone_into(&mut read.more);
    } else {
        for (field, value) in further {
            let value = if recipe == Recipe::Filled { filled(field, value) } else { value };
            if let Some(value) = value.filter(|_| !field.volatile) {
                read.more.push_str(&[&field.name, "=", &value, ";"].concat());
            }
        }
    }
    Some(read)
}

/// A field's value where leaving it out, or `null`, means its default.
fn filled(field: &Field, value: Option<String>) -> Option<String> {
    let value = value.filter(|value| value != "null");
    value.or_else(|| field.default.clone())
}

fn is_positive_integer(number: &str) -> bool {
    number.bytes().all(|byte| byte.is_ascii_digit()) && number != "0"
}
