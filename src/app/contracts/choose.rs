//! Which rows of the table are on view, and in which order.

use super::Contracts;
use super::table::{Moment, Row, table};
use crate::app::text::{Language, contracts};
use crate::sim::presets::Preset;

/// What kind of service a contract is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Payments.
    Payments,
    /// Cloud services.
    Cloud,
    /// Shops.
    Commerce,
    /// A draft, and examples to read.
    Examples,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Payments, Kind::Cloud, Kind::Commerce, Kind::Examples];

    /// A contract's kind.
    #[must_use]
    pub const fn of(preset: Preset) -> Kind {
        match preset {
            Preset::Fixture | Preset::IetfDraft07 | Preset::RocketRidesAtomic => Kind::Examples,
            Preset::StripeV1
            | Preset::StripeV2
            | Preset::Gocardless
            | Preset::PaypalOrdersV2
            | Preset::Adyen
            | Preset::SquareCreatePayment => Kind::Payments,
            Preset::AwsEc2 | Preset::LambdaPowertools | Preset::AzureAcsEmail | Preset::GoogleAip155 => {
                Kind::Cloud
            }
            Preset::ShopifyAdmin => Kind::Commerce,
        }
    }
}

/// What a row rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Support {
    /// Whatever.
    #[default]
    Any,
    /// No cell of it is assumed.
    NothingAssumed,
    /// Some cell of it is.
    SomethingAssumed,
}

impl Support {
    /// All of them.
    pub const ALL: [Support; 3] = [Support::Any, Support::NothingAssumed, Support::SomethingAssumed];
}

/// A column that rows can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The contract's name.
    Name,
    /// What a moment comes to: status, then effects.
    Moment(Moment),
}

/// The order of the rows: as listed where there is no column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sort {
    /// By what.
    pub column: Option<Column>,
    /// Whether the largest comes first.
    pub is_descending: bool,
}

impl Sort {
    /// The order after a press on a column's head: up, down, as listed.
    #[must_use]
    pub fn by(self, column: Column) -> Sort {
        match (self.column == Some(column), self.is_descending) {
            (false, _) => Sort { column: Some(column), is_descending: false },
            (true, false) => Sort { is_descending: true, ..self },
            (true, true) => Sort::default(),
        }
    }
}

/// The rows on view, in order.
#[must_use]
pub fn rows(view: &Contracts, language: Language) -> Vec<&'static Row> {
    let mut rows: Vec<&'static Row> = table().rows.iter().filter(|row| is_on_view(view, row)).collect();
    let Some(column) = view.sort.column else { return rows };
    rows.sort_by(|one, other| {
        let order = match column {
            Column::Name => {
                let name = |row: &Row| contracts::preset(language, row.preset).to_ascii_lowercase();
                name(one).cmp(&name(other))
            }
            Column::Moment(moment) => {
                let key = |row: &'static Row| {
                    let cell = row.cells[moment as usize].as_ref();
                    cell.map(|cell| (cell.status, cell.effects, cell.code.as_deref()))
                };
                key(one).cmp(&key(other))
            }
        };
        if view.sort.is_descending { order.reverse() } else { order }
    });
    rows
}

fn is_on_view(view: &Contracts, row: &Row) -> bool {
    let is_assumed = row.cells.iter().flatten().any(|cell| !cell.assumed.is_empty());
    let is_supported = match view.support {
        Support::Any => true,
        Support::NothingAssumed => !is_assumed,
        Support::SomethingAssumed => is_assumed,
    };
    is_supported && view.kind.is_none_or(|kind| kind == Kind::of(row.preset)) && says(row, view.query.trim())
}

/// Whether a row's name, codes or statuses say something, in either language.
fn says(row: &Row, query: &str) -> bool {
    if query.is_empty() {
        return true;
    }
    let query = query.to_ascii_lowercase();
    let has = |text: &str| text.to_ascii_lowercase().contains(&query);
    let named = || Language::ALL.iter().any(|language| has(contracts::preset(*language, row.preset)));
    let of_kind =
        || Language::ALL.iter().any(|language| has(contracts::kind(*language, Kind::of(row.preset))));
    let in_cells = || {
        row.cells.iter().flatten().any(|cell| {
            let texts = cell.said.iter().chain(&cell.code).chain(&cell.marker);
            texts.into_iter().any(|text| has(text))
        })
    };
    has(row.preset.name()) || named() || of_kind() || in_cells()
}
