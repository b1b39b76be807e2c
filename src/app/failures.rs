//! Lesson 7: what a contract promises about failures, and which key comes next.
//!
//! Owns what the lesson remembers, which runs are on view, and the lines of its tables: one run for each contract, or
//! two for each kind of failure. The runs are in [`runs`], what statements rest on in [`basis`], the words in
//! [`super::text::failures`]; nothing here says how a run comes out.

pub mod basis;
pub mod runs;

use std::rc::Rc;

use super::reduce::{show, stage};
use super::state::{AppState, Place};
use super::text::failures as words;
use crate::sim::presets::Preset;
use crate::sim::run::Run;
use crate::sim::trace::{Answer, EventKind, Wider};

use runs::File;

/// The contracts that the lesson compares: every one but the page's own.
pub const PROVIDERS: &[Preset] = Preset::ALL.split_at(1).1;

/// The lesson's moments, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A 500 that the endpoint answers after execution began.
    Answered,
    /// A 500 of an exception that nobody caught.
    Unhandled,
    /// A 400 before execution.
    Invalid,
    /// A 429 in front of the keys.
    Limited,
    /// A declined card.
    Declined,
    /// A retry that comes when the order was cancelled.
    Late,
    /// A new key to get past a stored 500.
    NewKey,
    /// Which key after which failure.
    WhichKey,
}

impl Moment {
    /// All of them.
    pub const ALL: [Moment; 8] = [
        Moment::Answered,
        Moment::Unhandled,
        Moment::Invalid,
        Moment::Limited,
        Moment::Declined,
        Moment::Late,
        Moment::NewKey,
        Moment::WhichKey,
    ];

    /// Whether the reader chooses the two contracts.
    #[must_use]
    pub const fn has_pair(self) -> bool {
        matches!(self, Moment::Answered | Moment::Unhandled | Moment::Late)
    }

    /// Whether it matters if an order stays when its handler fails.
    #[must_use]
    pub const fn has_build(self) -> bool {
        matches!(self, Moment::Answered | Moment::Unhandled)
    }

    /// What of a contract decides it, where every contract has a line.
    const fn columns(self) -> &'static [File] {
        match self {
            Moment::Answered | Moment::Unhandled => &[File::Answered, File::Unhandled],
            Moment::Declined => &[File::DeclinedSame],
            Moment::Late => &[File::LateRetry],
            _ => &[],
        }
    }

    /// Which of the columns the figure shows.
    #[must_use]
    pub const fn column(self) -> usize {
        matches!(self, Moment::Unhandled) as usize
    }
}

/// A failure with two ways on: the same key, or a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// 400 before execution.
    Invalid,
    /// 402, the card was declined.
    Declined,
    /// 429 to the first send.
    Limited,
    /// 429 to a retry whose first send is unknown.
    UnknownLimited,
    /// 409, the key is in use.
    InUse,
    /// A stored 500 whose order was written.
    Stored,
    /// No answer.
    Timeout,
}

impl Case {
    /// All of them, definite failures first.
    pub const ALL: [Case; 7] = [
        Case::Invalid,
        Case::Declined,
        Case::Limited,
        Case::UnknownLimited,
        Case::InUse,
        Case::Stored,
        Case::Timeout,
    ];

    const fn files(self) -> [File; 2] {
        match self {
            Case::Invalid => [File::InvalidSame, File::InvalidNew],
            Case::Declined => [File::DeclinedSame, File::DeclinedNew],
            Case::Limited => [File::LimitedSame, File::LimitedNew],
            Case::UnknownLimited => [File::UnknownLimitedSame, File::UnknownLimitedNew],
            Case::InUse => [File::InUseSame, File::InUseNew],
            Case::Stored => [File::Answered, File::StoredNew],
            Case::Timeout => [File::TimeoutSame, File::TimeoutNew],
        }
    }
}

/// What a line of a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// A contract.
    Provider(Preset),
    /// A kind of failure.
    Case(Case),
}

/// A line of a table: what it is about, and its runs, one for each column.
#[derive(Clone, Debug)]
pub struct Line {
    /// What it is about.
    pub of: Of,
    /// Its runs.
    pub runs: Vec<Rc<Run>>,
}

/// Which key the two runs of a case speak for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Both end with one order.
    Either,
    /// Only the new key ends with one.
    New,
    /// Only the old key ends with one.
    Same,
}

/// What lesson 7 remembers.
#[derive(Clone, Debug)]
pub struct Failures {
    /// The option the reader chose, from 0.
    pub guess: Option<u8>,
    /// Whether the answer is shown.
    pub is_revealed: bool,
    /// The moment on view; `None` is the opening.
    pub moment: Option<Moment>,
    /// The two contracts of the moments with a 500.
    pub pair: [Preset; 2],
    /// The two contracts of the late retry.
    pub late: [Preset; 2],
    /// Whether an order that was written stays when its handler fails.
    pub stays: bool,
    /// Whether the exception stands beside an answered 500 under one contract.
    pub is_beside: bool,
    /// The failure whose two ways on are on view.
    pub case: Case,
    /// Which of two worlds a narrow figure shows, from 0.
    pub side: u8,
    /// The lines of the moment's table.
    pub lines: Rc<[Line]>,
}

impl Default for Failures {
    fn default() -> Failures {
        Failures {
            guess: None,
            is_revealed: false,
            moment: None,
            pair: [Preset::StripeV1, Preset::StripeV2],
            late: [Preset::StripeV1, Preset::AwsEc2],
            stays: true,
            is_beside: true,
            case: Case::UnknownLimited,
            side: 0,
            lines: Rc::new([]),
        }
    }
}

/// What a reader does.
#[derive(Clone, Copy, Debug)]
pub enum Act {
    /// Guesses.
    Guessed(u8),
    /// Asks for the answer.
    AnswerAsked,
    /// Opens a moment; `None` is the opening.
    Moment(Option<Moment>),
    /// Puts a contract in a world, from 0.
    Contract(u8, Preset),
    /// Says whether the order stays when its handler fails.
    Stays(bool),
    /// Puts Powertools' raised exception beside its returned 500.
    Beside,
    /// Opens the two ways on from a failure.
    Case(Case),
    /// Turns a narrow figure to a world, from 0.
    Side(u8),
}

/// The page was opened, or a narrow figure became a wide one, or the other way round.
pub fn open(state: &mut AppState) {
    show_moment(state);
}

/// Changes the state by an action.
pub fn apply(state: &mut AppState, act: Act) {
    let failures = &mut state.further.failures;
    match act {
        Act::Guessed(option) => {
            failures.guess = Some(option);
            failures.reveal();
        }
        Act::AnswerAsked => failures.reveal(),
        Act::Moment(moment) => failures.moment = moment,
        Act::Contract(world, preset) => {
            failures.is_beside = false;
            let is_late = failures.moment == Some(Moment::Late);
            let pair = if is_late { &mut failures.late } else { &mut failures.pair };
            if let Some(known) = pair.get_mut(usize::from(world)) {
                *known = preset;
                failures.side = world;
            }
        }
        Act::Stays(stays) => failures.stays = stays,
        Act::Beside => {
            failures.moment = Some(Moment::Unhandled);
            failures.is_beside = true;
        }
        Act::Case(case) => {
            failures.moment = Some(Moment::WhichKey);
            failures.case = case;
        }
        Act::Side(side) => failures.side = side.min(1),
    }
    show_moment(state);
}

impl Failures {
    fn reveal(&mut self) {
        self.is_revealed = true;
        self.moment = Some(Moment::Answered);
    }

    /// The two contracts on view, where the moment lets the reader choose them.
    #[must_use]
    pub fn contracts(&self) -> Option<[Preset; 2]> {
        match self.moment? {
            Moment::Unhandled if self.is_beside => Some([Preset::LambdaPowertools; 2]),
            Moment::Answered | Moment::Unhandled => Some(self.pair),
            Moment::Late => Some(self.late),
            Moment::Declined => Some([Preset::StripeV1, Preset::StripeV2]),
            _ => None,
        }
    }

    /// The runs on view, from left to right.
    fn worlds(&self) -> Vec<Rc<Run>> {
        let both = |files: [File; 2]| files.map(|file| Rc::new(runs::plain(file))).to_vec();
        let Some(moment) = self.moment else { return vec![Rc::new(runs::plain(File::StoredNew))] };
        match moment {
            Moment::Invalid => both([File::InvalidSame, File::InvalidNew]),
            Moment::Limited => both([File::LimitedSame, File::UnknownLimitedSame]),
            Moment::NewKey => both([File::StoredAsk, File::StoredNew]),
            Moment::WhichKey => both(self.case.files()),
            Moment::Answered | Moment::Unhandled | Moment::Declined | Moment::Late => {
                let shown = moment.columns()[moment.column()];
                let is_beside = moment == Moment::Unhandled && self.is_beside;
                let files = if is_beside { [File::Answered, shown] } else { [shown; 2] };
                let presets = self.contracts().into_iter().flatten();
                presets
                    .zip(files)
                    .map(|(preset, file)| Rc::new(runs::under(file, preset, self.stays)))
                    .collect()
            }
        }
    }

    /// The lines of the moment's table.
    fn table(&self) -> Rc<[Line]> {
        let Some(moment) = self.moment else { return Rc::new([]) };
        if moment == Moment::WhichKey {
            let line = |case: &Case| {
                let runs = case.files().map(|file| Rc::new(runs::plain(file)));
                Line { of: Of::Case(*case), runs: runs.to_vec() }
            };
            return Case::ALL.iter().map(line).collect();
        }
        if moment.columns().is_empty() {
            return Rc::new([]);
        }
        let line = |preset: &Preset| {
            let run = |file: &File| Rc::new(runs::under(*file, *preset, self.stays));
            Line { of: Of::Provider(*preset), runs: moment.columns().iter().map(run).collect() }
        };
        PROVIDERS.iter().map(line).collect()
    }
}

fn show_moment(state: &mut AppState) {
    let failures = &mut state.further.failures;
    failures.lines = failures.table();
    let mut worlds = failures.worlds();
    if has_one_side(state) {
        worlds = worlds.drain(..).skip(usize::from(state.further.failures.side)).take(1).collect();
    }
    state.is_playing = false;
    let stage = stage(state.language, state.layout, worlds, None);
    show(state, stage);
}

/// Whether two worlds are shown one at a time: a narrow figure has no room for both.
#[must_use]
pub const fn has_one_side(state: &AppState) -> bool {
    state.layout.compact && state.further.failures.moment.is_some()
}

/// What a world of the lesson's figure is called; `None` where the reader is elsewhere.
#[must_use]
pub fn world_name(state: &AppState, world: usize) -> Option<String> {
    let failures = &state.further.failures;
    let world = if has_one_side(state) { usize::from(failures.side) } else { world };
    (state.place == Place::Failures).then(|| words::world_name(state.language, failures, world))
}

/// What the lesson's figure is called; `None` where the reader is elsewhere.
#[must_use]
pub fn figure_title(state: &AppState) -> Option<&'static str> {
    (state.place == Place::Failures).then(|| words::figure_title(state.language, &state.further.failures))
}

/// What a run's last send of the first intent came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The answer that its client heard, and whether it was replayed.
    pub heard: Option<(Answer, bool)>,
    /// The effects of that intent.
    pub effects: u32,
    /// Whether the run rests on what is not documented.
    pub is_assumed: bool,
}

/// What a run came to.
#[must_use]
pub fn outcome(run: &Run) -> Outcome {
    let last = run.end.attempts.iter().rfind(|attempt| attempt.intent == 0);
    let assumed = |kind: &EventKind| matches!(kind, EventKind::Wider(Wider::Assumed { .. }));
    Outcome {
        heard: last.and_then(|attempt| attempt.heard.clone()),
        effects: run.end.effects_of(0),
        is_assumed: run.trace.events.iter().any(|event| assumed(&event.kind)),
    }
}

/// Which key two runs speak for: under the same key, and under a new one.
#[must_use]
pub fn advice(same: &Run, new: &Run) -> Advice {
    match (same.end.effects_of(0), new.end.effects_of(0)) {
        (1, 1) => Advice::Either,
        (1, _) => Advice::Same,
        _ => Advice::New,
    }
}
