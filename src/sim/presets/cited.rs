//! What each knob of each preset rests on: `contracts.md`'s tags, sources and reservations.
//!
//! Owns the tables' form; a table has one row per knob: how sure its value is, the index of its source, and in
//! Chinese and English what must be said with it, if anything must. A note says no more than `contracts.md` does.

use super::{Citation, Preset, Source};
use crate::sim::contract::{Certainty, Knob};

/// A preset's sources and citations.
struct Cited {
    sources: &'static [Source],
    knobs: [Citation; 12],
}

/// Declares [`Cited`] constants; a row out of [`Knob::ALL`]'s order does not compile.
macro_rules! cited {
    ($($preset:ident {
        $($title:literal $url:literal;)+
        $($knob:ident $sure:ident $source:literal $($zh:literal $en:literal)?;)+
    })+) => {
        $(pub(super) const $preset: super::Cited = super::Cited {
            sources: &[$(super::Source { title: $title, url: $url }),+],
            knobs: super::in_order([
                $((super::Knob::$knob, super::cite(super::$sure, $source, &[$($zh, $en)?]))),+
            ]),
        };)+
    };
}

mod clouds;
mod others;
mod payments;

/// A certainty, and whether a part that the engine needs is assumed all the same.
type Sure = (Certainty, bool);

// As `contracts.md` tags them; A for a part that is assumed.
const V: Sure = (Certainty::Verified, false);
const VA: Sure = (Certainty::Verified, true);
const S: Sure = (Certainty::Secondary, false);
const SA: Sure = (Certainty::Secondary, true);
const I: Sure = (Certainty::Inferred, false);
const IA: Sure = (Certainty::Inferred, true);
const U: Sure = (Certainty::NotDocumented, false);

const fn cite(sure: Sure, source: u8, note: &[&'static str]) -> Citation {
    let note = if let [zh, en] = note { [*zh, *en] } else { ["", ""] };
    Citation { certainty: sure.0, assumes: sure.1, source, note }
}

const fn in_order(rows: [(Knob, Citation); 12]) -> [Citation; 12] {
    let mut knobs = [rows[0].1; 12];
    let mut at = 0;
    while at < 12 {
        assert!(rows[at].0 as usize == at, "a row is out of the knobs' order");
        knobs[at] = rows[at].1;
        at += 1;
    }
    knobs
}

/// The page's own contract: its seed says it all, and has no address.
const FIXTURE: Cited = Cited {
    sources: &[Source { title: "Seed document: FixtureAPI", url: "" }],
    knobs: [cite(V, 0, &[]); 12],
};

const fn cited(preset: Preset) -> &'static Cited {
    match preset {
        Preset::Fixture => &FIXTURE,
        Preset::StripeV1 => &payments::STRIPE_V1,
        Preset::StripeV2 => &payments::STRIPE_V2,
        Preset::AwsEc2 => &clouds::AWS_EC2,
        Preset::IetfDraft07 => &others::IETF_DRAFT_07,
        Preset::LambdaPowertools => &clouds::LAMBDA_POWERTOOLS,
        Preset::RocketRidesAtomic => &others::ROCKET_RIDES_ATOMIC,
        Preset::Gocardless => &payments::GOCARDLESS,
        Preset::AzureAcsEmail => &clouds::AZURE_ACS_EMAIL,
        Preset::PaypalOrdersV2 => &payments::PAYPAL_ORDERS_V2,
        Preset::Adyen => &payments::ADYEN,
        Preset::SquareCreatePayment => &payments::SQUARE_CREATE_PAYMENT,
        Preset::GoogleAip155 => &clouds::GOOGLE_AIP_155,
        Preset::ShopifyAdmin => &others::SHOPIFY_ADMIN,
    }
}

/// The pages that a preset's citations name.
pub(super) fn sources(preset: Preset) -> &'static [Source] {
    cited(preset).sources
}

/// What a knob of a preset rests on.
pub(super) fn citation(preset: Preset, knob: Knob) -> Citation {
    cited(preset).knobs[knob as usize]
}
