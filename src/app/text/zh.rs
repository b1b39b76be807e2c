//! Chinese.

mod cases;
mod contracts;
mod events;
mod export;
mod failures;
mod figure;
mod gap;
mod inspector;
mod lab;
mod lessons;
mod names;
mod page;
mod problems;
mod share;
mod verdict;
mod wider;

use super::{LabTextsAll, Texts};

/// All texts.
pub(super) static TEXTS: Texts = Texts {
    page: page::PAGE,
    notices: page::NOTICE,
    limits: page::LIMITS,
    figure: figure::FIGURE.near(),
    legend: figure::LEGEND,
    transport: figure::TRANSPORT,
    help: figure::HELP,
    inspector: inspector::INSPECTOR.near(),
    knows: inspector::KNOWS.near(),
    tally: inspector::TALLY,
    faults: lab::FAULT,
    names: names::NAME.near(),
    events: events::EVENT.near(),
    event_names: events::EVENT_NAME.near(),
    verdict: verdict::VERDICT.near(),
    lessons: lessons::LESSONS,
};

/// The texts of the lab.
pub(super) static LAB_TEXTS: LabTextsAll = LabTextsAll {
    lab: lab::LAB,
    choices: lab::CHOICE,
    hints: lab::HINT,
    problems: problems::PROBLEM,
    glossary: page::GLOSSARY,
    wider: wider::WIDER,
    gap: gap::GAP,
    contracts: contracts::CONTRACTS,
    knobs: contracts::KNOBS,
    failures: failures::FAILURES,
    cases: cases::CASES,
    export: export::EXPORT,
    share: share::SHARE,
};
