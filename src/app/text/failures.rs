//! The words of lesson 7 beyond those that every lesson has, and what providers are called.

use super::lessons::LessonTexts;
use super::template::{Value, plain, render};
use super::{Language, lab_texts};
use crate::app::failures::{Advice, Case, Failures, Moment};
use crate::sim::contract::Certainty;
use crate::sim::presets::Preset;

table! {
    /// Lesson 7's own words.
    pub struct FailuresWords {
        /// A heading.
        moments,
        /// The choice of a contract.
        left,
        /// The choice of a contract.
        right,
        /// The choice of a world. `{side}`, `{name}`.
        side,
        /// The choice of a world.
        which_side,
        /// The choice of a build.
        build,
        /// A build.
        stays,
        /// A build.
        undone,
        /// A button.
        beside,
        /// A table's name.
        every_contract,
        /// A table's name.
        two_ways_on,
        /// A column.
        contract,
        /// A column.
        answered,
        /// A column.
        unhandled,
        /// A column.
        declined,
        /// A column.
        late,
        /// A column.
        rests_on,
        /// A column.
        failure,
        /// A column, and a world.
        same_key,
        /// A column, and a world.
        new_key,
        /// A column.
        so,
        /// What a run came to.
        replayed,
        /// What a run came to. `{n}`.
        orders,
        /// What a run came to.
        no_answer,
        /// What a run rests on.
        assumed,
        /// A certainty.
        documented,
        /// A certainty.
        secondary,
        /// A certainty.
        inferred,
        /// A certainty.
        not_documented,
        /// Whose statement it is.
        this_page,
        /// Advice.
        either_key,
        /// Advice.
        a_new_key,
        /// Advice.
        the_same_key,
        /// A world.
        limited_first,
        /// A world.
        limited_after_unknown,
        /// A world.
        keeps_and_asks,
        /// A world. `{name}`.
        returned,
        /// A world. `{name}`.
        raised,
        /// A kind of failure.
        case_invalid,
        /// A kind of failure.
        case_declined,
        /// A kind of failure.
        case_limited,
        /// A kind of failure.
        case_unknown_limited,
        /// A kind of failure.
        case_in_use,
        /// A kind of failure.
        case_stored,
        /// A kind of failure.
        case_timeout,
        /// The draft, as a provider.
        ietf_draft,
    }
}

/// Lesson 7's texts.
#[derive(Debug)]
pub struct FailuresTexts {
    /// The lesson. Its changes are the moments.
    pub lesson: LessonTexts,
    /// What the figure of each moment but the last shows, as a heading.
    pub figures: [&'static str; 7],
    /// Statements of each moment, each of which rests on something.
    pub statements: [&'static [&'static str]; 8],
    /// Its own words.
    pub words: FailuresWords,
}

impl FailuresTexts {
    /// Every text with a path that names it.
    #[must_use]
    pub fn list(&self) -> Vec<(String, &'static str)> {
        let mut all = self.lesson.list();
        all.extend(self.words.list().into_iter().map(|(field, text)| (field.to_owned(), text)));
        all.extend(self.figures.iter().enumerate().map(|(n, text)| (format!("figures.{n}"), *text)));
        for (n, texts) in self.statements.iter().enumerate() {
            all.extend(texts.iter().enumerate().map(|(m, text)| (format!("statements.{n}.{m}"), *text)));
        }
        all
    }
}

fn texts(language: Language) -> &'static FailuresTexts {
    &lab_texts(language).failures
}

/// What a provider is called.
#[must_use]
pub fn provider(language: Language, preset: Preset) -> &'static str {
    match preset {
        Preset::Fixture => "FixtureAPI",
        Preset::StripeV1 => "Stripe v1",
        Preset::StripeV2 => "Stripe v2",
        Preset::AwsEc2 => "Amazon EC2",
        Preset::IetfDraft07 => texts(language).words.ietf_draft,
        Preset::LambdaPowertools => "Powertools",
        Preset::RocketRidesAtomic => "rocket-rides-atomic",
        Preset::Gocardless => "GoCardless",
        Preset::AzureAcsEmail => "Azure ACS Email",
        Preset::PaypalOrdersV2 => "PayPal Orders v2",
        Preset::Adyen => "Adyen",
        Preset::SquareCreatePayment => "Square CreatePayment",
        Preset::GoogleAip155 => "Google AIP-155",
        Preset::ShopifyAdmin => "Shopify Admin",
    }
}

/// What a world of the figure is called.
#[must_use]
pub fn world_name(language: Language, failures: &Failures, world: usize) -> String {
    let words = &texts(language).words;
    let fixed = match failures.moment {
        Some(Moment::Limited) => Some([words.limited_first, words.limited_after_unknown]),
        Some(Moment::NewKey) => Some([words.keeps_and_asks, words.new_key]),
        Some(Moment::Invalid | Moment::WhichKey) => Some([words.same_key, words.new_key]),
        _ => None,
    };
    if let Some(names) = fixed {
        return names.get(world).copied().unwrap_or_default().to_owned();
    }
    let Some(pair) = failures.contracts() else {
        return figure_title(language, failures).to_owned();
    };
    let name = pair.get(world).map_or("", |preset| provider(language, *preset));
    if failures.moment != Some(Moment::Unhandled) || !failures.is_beside {
        return name.to_owned();
    }
    let template = if world == 0 { words.returned } else { words.raised };
    plain(&render(language, template, &[("name", Value::Name(name.to_owned()))]), language)
}

/// What the figure is called.
#[must_use]
pub fn figure_title(language: Language, failures: &Failures) -> &'static str {
    let texts = texts(language);
    match failures.moment {
        None => texts.lesson.figure,
        Some(moment) => {
            texts.figures.get(moment as usize).copied().unwrap_or_else(|| case(language, failures.case))
        }
    }
}

/// A kind of failure.
#[must_use]
pub fn case(language: Language, case: Case) -> &'static str {
    let words = &texts(language).words;
    match case {
        Case::Invalid => words.case_invalid,
        Case::Declined => words.case_declined,
        Case::Limited => words.case_limited,
        Case::UnknownLimited => words.case_unknown_limited,
        Case::InUse => words.case_in_use,
        Case::Stored => words.case_stored,
        Case::Timeout => words.case_timeout,
    }
}

/// Which key the runs speak for.
#[must_use]
pub fn advice(language: Language, advice: Advice) -> &'static str {
    let words = &texts(language).words;
    match advice {
        Advice::Either => words.either_key,
        Advice::New => words.a_new_key,
        Advice::Same => words.the_same_key,
    }
}

/// How sure a statement is.
#[must_use]
pub fn certainty(language: Language, certainty: Certainty) -> &'static str {
    let words = &texts(language).words;
    match certainty {
        Certainty::Verified => words.documented,
        Certainty::Secondary => words.secondary,
        Certainty::Inferred => words.inferred,
        Certainty::NotDocumented => words.not_documented,
    }
}
