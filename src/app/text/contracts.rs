//! Words of the contracts: the table's columns, what rows rest on, what a cell says, and each contract's name.
//!
//! The knobs and their values are in [`super::knobs`]. Each function gives a word or a template; facts on a provider
//! that must be cited are in [`crate::sim::presets`], with their citations.

use crate::app::contracts::{Kind, Moment};
use crate::sim::contract::Certainty;
use crate::sim::presets::Preset;
use crate::sim::scenario::Finding;

use super::{Language, lab_texts};

table! {
    /// Words of the contracts: the table, the sheet, and the lab’s group.
    pub struct ContractsTexts {
        /// The page’s heading.
        heading,
        /// What a cell is.
        intro,
        /// What the facts rest on.
        caveat,
        /// Opens what happens in each column.
        columns,
        /// Opens what the marks mean.
        marks,
        /// The table’s name.
        table,
        /// Skip link to the table.
        skip,
        /// The column of names; also the lab’s list of contracts.
        contract,
        /// The filter and the order.
        tools,
        /// The search field.
        find,
        /// The filter by kind.
        kind,
        /// The filter by what rows rest on.
        support,
        /// No filter.
        any,
        /// Rows without assumptions.
        nothing_assumed,
        /// Rows with assumptions.
        something_assumed,
        /// Makes cells that equal the example API’s step back.
        differences,
        /// The order.
        sort,
        /// Which moment the cards show.
        show,
        /// No moment in particular.
        every_moment,
        /// The order of the list.
        as_listed,
        /// By name.
        by_name,
        /// The largest first.
        descending,
        /// `{n}`, `{m}`.
        count,
        /// No row is left. `{filters}`.
        empty,
        /// What to do about it.
        empty_hint,
        /// What was looked for. `{text}`.
        quoted,
        /// Between filters.
        and,
        /// Takes the filters away.
        clear,
        /// `{n}`.
        effects,
        /// The answer came from the record.
        replayed,
        /// A cell that equals the example API’s.
        same,
        /// After a cell, for those who cannot see that it can be pressed.
        see_run,
        /// After a name, likewise.
        see_knobs,
        /// When the promise ended. `{dur}`.
        after,
        /// Likewise, from the end of the order. `{dur}`.
        after_order,
        /// The promise outlasts a run.
        beyond,
        /// A link’s page, for those who cannot see it. `{title}`.
        source,
        /// Before what is said to those who cannot see.
        gap,
        /// Between parts of a line.
        dot,
        /// Between a name and what is said of it.
        colon,
        /// A finding.
        twice,
        /// A finding.
        wrong_operation,
        /// A finding.
        false_belief,
        /// A finding.
        never_finishes,
        /// Any other finding.
        found_other,
        /// The knobs of a contract.
        knobs,
        /// Opens the lab with this contract.
        start,
        /// What that does.
        start_hint,
        /// Closes the sheet.
        close,
        /// A kind.
        payments,
        /// A kind.
        cloud,
        /// A kind.
        commerce,
        /// A kind.
        examples,
        /// A certainty.
        verified,
        /// A certainty.
        secondary,
        /// A certainty.
        inferred,
        /// A certainty.
        not_documented,
        /// What a run rests on that nobody documents.
        assumed,
        /// Likewise, in part.
        assumed_partly,
        /// A knob that the reader turned.
        yours,
        /// What it means.
        verified_means,
        /// What it means.
        secondary_means,
        /// What it means.
        inferred_means,
        /// What it means.
        assumed_means,
        /// A moment.
        replay_after_success,
        /// A moment.
        other_parameters,
        /// A moment.
        still_running,
        /// A moment.
        answered_error,
        /// A moment.
        unhandled_error,
        /// A moment.
        validation_error,
        /// A moment; also a knob.
        after_expiry,
        /// A moment.
        other_endpoint,
        /// A moment.
        key_missing,
        /// What happens.
        replay_after_success_is,
        /// What happens.
        other_parameters_is,
        /// What happens.
        still_running_is,
        /// What happens.
        answered_error_is,
        /// What happens.
        unhandled_error_is,
        /// What happens.
        validation_error_is,
        /// What happens.
        after_expiry_is,
        /// What happens.
        other_endpoint_is,
        /// What happens.
        key_missing_is,
        /// The lab’s group of knobs.
        your_api,
        /// `{n}`.
        your_knobs,
        /// No knob was turned.
        no_own,
        /// Every knob as in the preset. `{name}`.
        back_to,
        /// Opens the sheet. `{name}`.
        about,
        /// What this world does not tell apart.
        scope_hint,
        /// A knob’s part.
        kind_of_promise,
        /// A knob’s part.
        clock,
        /// A knob’s part.
        presence,
        /// A choice.
        kind_at_least,
        /// A choice.
        kind_fixed,
        /// A choice.
        kind_per_api,
        /// A choice.
        kind_lifetime,
        /// A choice.
        kind_published,
        /// A choice.
        kind_unpublished,
        /// A contract.
        p_fixture,
        /// A contract.
        p_stripe_v1,
        /// A contract.
        p_stripe_v2,
        /// A contract.
        p_aws_ec2,
        /// A contract.
        p_ietf,
        /// A contract.
        p_powertools,
        /// A contract.
        p_rocket,
        /// A contract.
        p_gocardless,
        /// A contract.
        p_azure,
        /// A contract.
        p_paypal,
        /// A contract.
        p_adyen,
        /// A contract.
        p_square,
        /// A contract.
        p_aip,
        /// A contract.
        p_shopify,
        /// What it is.
        about_fixture,
        /// What it is.
        about_stripe_v1,
        /// What it is.
        about_stripe_v2,
        /// What it is.
        about_aws_ec2,
        /// What it is.
        about_ietf,
        /// What it is.
        about_powertools,
        /// What it is.
        about_rocket,
        /// What it is.
        about_gocardless,
        /// What it is.
        about_azure,
        /// What it is.
        about_paypal,
        /// What it is.
        about_adyen,
        /// What it is.
        about_square,
        /// What it is.
        about_aip,
        /// What it is.
        about_shopify,
    }
}

fn words(language: Language) -> &'static ContractsTexts {
    &lab_texts(language).contracts
}

/// A contract's name.
#[must_use]
pub fn preset(language: Language, preset: Preset) -> &'static str {
    let words = words(language);
    match preset {
        Preset::Fixture => words.p_fixture,
        Preset::StripeV1 => words.p_stripe_v1,
        Preset::StripeV2 => words.p_stripe_v2,
        Preset::AwsEc2 => words.p_aws_ec2,
        Preset::IetfDraft07 => words.p_ietf,
        Preset::LambdaPowertools => words.p_powertools,
        Preset::RocketRidesAtomic => words.p_rocket,
        Preset::Gocardless => words.p_gocardless,
        Preset::AzureAcsEmail => words.p_azure,
        Preset::PaypalOrdersV2 => words.p_paypal,
        Preset::Adyen => words.p_adyen,
        Preset::SquareCreatePayment => words.p_square,
        Preset::GoogleAip155 => words.p_aip,
        Preset::ShopifyAdmin => words.p_shopify,
    }
}

/// What a contract is of.
#[must_use]
pub fn about(language: Language, preset: Preset) -> &'static str {
    let words = words(language);
    match preset {
        Preset::Fixture => words.about_fixture,
        Preset::StripeV1 => words.about_stripe_v1,
        Preset::StripeV2 => words.about_stripe_v2,
        Preset::AwsEc2 => words.about_aws_ec2,
        Preset::IetfDraft07 => words.about_ietf,
        Preset::LambdaPowertools => words.about_powertools,
        Preset::RocketRidesAtomic => words.about_rocket,
        Preset::Gocardless => words.about_gocardless,
        Preset::AzureAcsEmail => words.about_azure,
        Preset::PaypalOrdersV2 => words.about_paypal,
        Preset::Adyen => words.about_adyen,
        Preset::SquareCreatePayment => words.about_square,
        Preset::GoogleAip155 => words.about_aip,
        Preset::ShopifyAdmin => words.about_shopify,
    }
}

/// A kind of service.
#[must_use]
pub fn kind(language: Language, kind: Kind) -> &'static str {
    let words = words(language);
    match kind {
        Kind::Payments => words.payments,
        Kind::Cloud => words.cloud,
        Kind::Commerce => words.commerce,
        Kind::Examples => words.examples,
    }
}

/// A moment, and what happens then.
#[must_use]
pub fn moment(language: Language, moment: Moment) -> [&'static str; 2] {
    let words = words(language);
    match moment {
        Moment::ReplayAfterSuccess => [words.replay_after_success, words.replay_after_success_is],
        Moment::OtherParameters => [words.other_parameters, words.other_parameters_is],
        Moment::StillRunning => [words.still_running, words.still_running_is],
        Moment::AnsweredError => [words.answered_error, words.answered_error_is],
        Moment::UnhandledError => [words.unhandled_error, words.unhandled_error_is],
        Moment::ValidationError => [words.validation_error, words.validation_error_is],
        Moment::AfterExpiry => [words.after_expiry, words.after_expiry_is],
        Moment::OtherEndpoint => [words.other_endpoint, words.other_endpoint_is],
        Moment::KeyMissing => [words.key_missing, words.key_missing_is],
    }
}

/// What the run of a cell is called: its contract, and its column.
#[must_use]
pub fn of_cell(language: Language, of: Preset, column: Moment) -> String {
    [preset(language, of), words(language).dot, moment(language, column)[0]].concat()
}

/// How sure a value is.
#[must_use]
pub fn certainty(language: Language, certainty: Certainty) -> &'static str {
    let words = words(language);
    match certainty {
        Certainty::Verified => words.verified,
        Certainty::Secondary => words.secondary,
        Certainty::Inferred => words.inferred,
        Certainty::NotDocumented => words.not_documented,
    }
}

/// A finding in a word or two.
#[must_use]
pub fn finding(language: Language, finding: Finding) -> &'static str {
    let words = words(language);
    match finding {
        Finding::EffectTwice | Finding::SideEffectTwice => words.twice,
        Finding::WrongOperation => words.wrong_operation,
        Finding::FalseBelief => words.false_belief,
        Finding::NeverFinishes | Finding::Stuck => words.never_finishes,
        _ => words.found_other,
    }
}
