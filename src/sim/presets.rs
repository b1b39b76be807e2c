//! Contracts that real services publish, as constants with a citation per knob.
//!
//! Owns the facts of `contracts.md` in the form that the engine obeys, and what each of them rests on. All serve the
//! same order endpoint under their own rules, so that they can be swapped under one script. It deliberately holds no
//! behaviour: a knob does what [`super::contract`] and the service say, whoever states it.

use super::contract::{Certainty, Contract, Knob, spelled};

mod cited;
mod fixture;
mod providers;

spelled! {
    /// The presets, by the ids of `contracts.md` §3.
    Preset {
        /// Seed 000's `FixtureAPI`: this page's own.
        Fixture = "fixture",
        /// Stripe API v1.
        StripeV1 = "stripe-v1",
        /// Stripe API v2.
        StripeV2 = "stripe-v2",
        /// Amazon EC2 client tokens.
        AwsEc2 = "aws-ec2",
        /// The expired IETF draft on the `Idempotency-Key` header, -07.
        IetfDraft07 = "ietf-draft-07",
        /// Powertools for AWS Lambda.
        LambdaPowertools = "lambda-powertools",
        /// Brandur Leach's rocket-rides-atomic.
        RocketRidesAtomic = "rocket-rides-atomic",
        /// GoCardless.
        Gocardless = "gocardless",
        /// Azure Communication Services, Email.
        AzureAcsEmail = "azure-acs-email",
        /// PayPal Orders v2.
        PaypalOrdersV2 = "paypal-orders-v2",
        /// Adyen.
        Adyen = "adyen",
        /// Square CreatePayment.
        SquareCreatePayment = "square-create-payment",
        /// Google's AIP-155.
        GoogleAip155 = "google-aip-155",
        /// Shopify Admin GraphQL.
        ShopifyAdmin = "shopify-admin",
    }
}

/// What a knob's value rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Citation {
    /// How sure it is.
    pub certainty: Certainty,
    /// Whether a part that the engine needs is assumed although the knob as a whole is documented, such as a status.
    pub assumes: bool,
    /// Where it can be read: an index into [`Preset::sources`].
    pub source: u8,
    /// What must be said with it, in Chinese and English; empty where nothing must.
    pub note: [&'static str; 2],
}

/// A page where facts can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// What it is, in its own language.
    pub title: &'static str,
    /// Where it is.
    pub url: &'static str,
}

impl Preset {
    /// Its contract.
    #[must_use]
    pub fn contract(self) -> Contract {
        if !super::IS_WHOLE {
            return fixture::contract();
        }
        providers::contract(self)
    }

    /// The pages that its citations name.
    #[must_use]
    pub fn sources(self) -> &'static [Source] {
        cited::sources(self)
    }

    /// What a knob rests on.
    #[must_use]
    pub fn citation(self, knob: Knob) -> Citation {
        cited::citation(self, knob)
    }
}
