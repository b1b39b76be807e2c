//! The lab's part of the contracts: which one is in force, and its knobs to turn.

use yew::Html;

use super::super::markup::fill;
use super::super::talk::Talk;
use super::sheet::rests;
use super::{does, label, own_mark};
use crate::app::contracts::{Act, Class, Turn};
use crate::app::lab::Deed;
use crate::app::reduce::Action;
use crate::app::text::contracts::preset;
use crate::app::text::template::Value;
use crate::app::text::{knobs as said, lab_texts};
use crate::platform::input;
use crate::sim::contract::{
    AfterExpiry, Clock, Contract, FailedWork, FingerprintRule, InFlight, Knob, Mismatch, MismatchDoes,
    Presence, Refusal, ReplayMode, RetentionKind, ScopePart, Store,
};
use crate::sim::presets::Preset;
use crate::sim::time::Millis;

/// A choice of a list: its words, and what it turns; `None` for what is not documented.
type Choice = (String, Option<Turn>);

/// The list of contracts, with the one in force.
pub(crate) fn choose(talk: &Talk, contract: &Contract) -> Html {
    let words = &lab_texts(talk.language).contracts;
    let options = Preset::ALL.iter().map(|of| {
        let chosen = (*of == contract.preset).then_some("");
        let name = preset(talk.language, *of);
        fill!("<option key={} value={} selected={}>{}</option>", of.name(), of.name(), chosen, name)
    });
    let chosen = talk.with(|event| {
        let chosen = input::value(event)?;
        let of = Preset::ALL.iter().find(|of| of.name() == chosen)?;
        Some(Action::Did(Deed::Contract(*of)))
    });
    let name = preset(talk.language, contract.preset).to_owned();
    fill!(
        "<div class=ct-force><label class=set><span>{}</span><select id=contract @change={}>{}</select></label><button type=button class=link @click={}>{}</button></div>",
        words.contract,
        chosen,
        options.collect::<Vec<_>>(),
        talk.on(does(Act::SheetOpened(contract.preset))),
        talk.say_with(words.about, "name", name)
    )
}

/// The knobs that can be turned, in a group of their own.
pub(crate) fn turns(talk: &Talk, contract: &Contract) -> Html {
    let words = &lab_texts(talk.language).contracts;
    let group = Group { talk, contract, preset: contract.preset.contract() };
    let own = contract.own.count_ones();
    let told = if own == 0 {
        words.no_own.to_owned()
    } else {
        talk.say(words.your_knobs, &[("n", Value::Count(own))])
    };
    let name = preset(talk.language, contract.preset).to_owned();
    let back = (own > 0).then(|| {
        let words = talk.say_with(words.back_to, "name", name);
        let deed = talk.on(Action::Did(Deed::Contract(contract.preset)));
        fill!("<button type=button class=plain @click={}>{}</button>", deed, words)
    });
    fill!(
        "<details class=ct-turns id=your-api><summary>{}<span class=grp-note>{}</span></summary>{}{}</details>",
        words.your_api,
        told,
        back,
        group.all()
    )
}

struct Group<'a> {
    talk: &'a Talk,
    contract: &'a Contract,
    preset: Contract,
}

impl Group<'_> {
    fn all(&self) -> Vec<Html> {
        let language = self.talk.language;
        let words = &lab_texts(language).contracts;
        let contract = self.contract;
        let name = |knob: Knob| said::knob(language, knob);
        let all = |values: &[Turn], say: &dyn Fn(&Turn) -> String| -> Vec<Choice> {
            values.iter().map(|turn| (say(turn), Some(*turn))).collect()
        };
        let presences = Presence::ALL.iter().map(|it| Turn::Presence(*it)).collect::<Vec<_>>();
        let presences = all(&presences, &|turn| match turn {
            Turn::Presence(it) => said::presence(language, *it).to_owned(),
            _ => String::new(),
        });
        let fingerprints = FingerprintRule::ALL.iter();
        let fingerprints = fingerprints
            .map(|it| (said::fingerprint(language, *it).to_owned(), Some(Turn::Fingerprint(*it))));
        let refusal = |of: Option<&Refusal>| of.cloned().unwrap_or_default();
        let on_mismatch = refusal(contract.mismatch.as_ref().map(|rule: &Mismatch| &rule.answer));
        let mismatches = MismatchDoes::ALL
            .iter()
            .map(|it| (said::mismatch(language, *it, &on_mismatch), Some(Turn::Mismatch(*it))));
        let on_duplicate = refusal(contract.in_flight.as_ref().map(|rule| &rule.answer));
        let waits = match contract.in_flight() {
            InFlight::Wait(most) => InFlight::Wait(most),
            _ => InFlight::Wait(Millis(5_000)),
        };
        let duplicates = [InFlight::Reject, waits, InFlight::CurrentState, InFlight::MayFail]
            .map(|it| (said::in_flight(language, it, &on_duplicate), Some(Turn::InFlight(it))));
        let works = FailedWork::ALL
            .iter()
            .map(|it| (said::failed_work(language, *it).to_owned(), Some(Turn::FailedWork(*it))));
        let modes = ReplayMode::ALL
            .iter()
            .map(|it| (said::replay(language, *it).to_owned(), Some(Turn::Replay(*it))));
        let kinds = RetentionKind::ALL
            .iter()
            .map(|it| (said::retention_kind(language, *it).to_owned(), Some(Turn::Retention(*it))));
        let clocks =
            Clock::ALL.iter().map(|it| (said::clock(language, *it).to_owned(), Some(Turn::Clock(*it))));
        let ends = [AfterExpiry::ExecuteAsNew, AfterExpiry::Reject(Some(412))]
            .map(|it| (said::after_expiry(language, it), Some(Turn::AfterExpiry(it))));
        let retention = contract.retention;
        let mut knobs = vec![
            self.pick(
                Knob::KeyPolicy,
                words.presence,
                presences,
                Some(Turn::Presence(contract.key_policy.presence)),
            ),
            self.scope(),
            self.pick(
                Knob::Fingerprint,
                name(Knob::Fingerprint),
                fingerprints.collect(),
                contract.fingerprint.map(Turn::Fingerprint),
            ),
            self.pick(
                Knob::Mismatch,
                name(Knob::Mismatch),
                mismatches.collect(),
                contract.mismatch.as_ref().map(|rule| Turn::Mismatch(rule.does)),
            ),
            self.pick(
                Knob::InFlight,
                name(Knob::InFlight),
                duplicates.into(),
                contract.in_flight.as_ref().map(|rule| Turn::InFlight(rule.does)),
            ),
        ];
        knobs.push(self.stores());
        knobs.extend([
            self.pick(
                Knob::FailedWork,
                name(Knob::FailedWork),
                works.collect(),
                contract.failed_work.map(Turn::FailedWork),
            ),
            self.pick(
                Knob::Replay,
                name(Knob::Replay),
                modes.collect(),
                Some(Turn::Replay(contract.replay.mode)),
            ),
            self.pick(
                Knob::Retention,
                words.kind_of_promise,
                kinds.collect(),
                Some(Turn::Retention(retention.kind)),
            ),
            self.pick(Knob::Retention, words.clock, clocks.collect(), retention.clock.map(Turn::Clock)),
            self.pick(
                Knob::AfterExpiry,
                name(Knob::AfterExpiry),
                ends.into(),
                contract.after_expiry.map(Turn::AfterExpiry),
            ),
        ]);
        knobs
    }

    /// Whose a knob is: the reader's, or the contract's with what that rests on.
    fn whose(&self, knob: Knob) -> Html {
        if self.contract.is_own(knob) {
            let yours = lab_texts(self.talk.language).contracts.yours;
            return fill!("<p class=ct-sure>{}{}</p>", own_mark(), yours);
        }
        rests(self.talk, self.contract.preset, knob)
    }

    /// A list of values. Where the contract says nothing, that is the first of them.
    fn select(&self, name: String, knob: Knob, mut choices: Vec<Choice>, now: Option<Turn>) -> Html {
        let language = self.talk.language;
        let is_open = self.contract.is_own(knob) && !self.is_said(knob);
        let unsaid = match choices.first() {
            Some((_, Some(Turn::Stores(class, _)))) => self.unsaid(said::store(language, class.assumed())),
            _ if knob == Knob::Retention => lab_texts(language).knobs.clock_unsaid.to_owned(),
            _ => said::value(language, &self.preset, knob),
        };
        if now.is_none() || is_open {
            choices.insert(0, (unsaid, now.is_some().then_some(Turn::Back(knob))));
        }
        let options = choices.iter().enumerate().map(|(n, (words, turn))| {
            let chosen = (*turn == now).then_some("");
            let template = "<option key={} value={} selected={}>{}</option>";
            fill!(template, n as u32, n as u32, chosen, words.clone())
        });
        let options: Vec<Html> = options.collect();
        let turns: Vec<Option<Turn>> = choices.iter().map(|(_, turn)| *turn).collect();
        let turned = self.talk.with(move |event| {
            let chosen: usize = input::value(event)?.parse().ok()?;
            turns.get(chosen).copied().flatten().map(|turn| Action::Did(Deed::Knob(turn)))
        });
        fill!("<label class=set><span>{}</span><select @change={}>{}</select></label>", name, turned, options)
    }

    /// What a run does where a contract says nothing.
    fn unsaid(&self, assumed: &str) -> String {
        let template = lab_texts(self.talk.language).knobs.unsaid;
        self.talk.say_with(template, "value", assumed.to_owned())
    }

    /// Whether the preset says anything of a knob.
    fn is_said(&self, knob: Knob) -> bool {
        match knob {
            Knob::Fingerprint => self.preset.fingerprint.is_some(),
            Knob::Mismatch => self.preset.mismatch.is_some(),
            Knob::InFlight => self.preset.in_flight.is_some(),
            Knob::FailedWork => self.preset.failed_work.is_some(),
            Knob::AfterExpiry => self.preset.after_expiry.is_some(),
            _ => true,
        }
    }

    fn pick(&self, knob: Knob, name: &str, choices: Vec<Choice>, now: Option<Turn>) -> Html {
        let select = self.select(label(name), knob, choices, now);
        fill!("<div key={} class=ct-turn>{}{}</div>", name.to_owned(), select, self.whose(knob))
    }

    fn stores(&self) -> Html {
        let language = self.talk.language;
        let classes = Class::ALL.map(|class| {
            let name = said::class(language, class);
            let choices = Store::ALL
                .iter()
                .map(|kept| (said::store(language, *kept).to_owned(), Some(Turn::Stores(class, *kept))));
            let now = class.of(self.contract).map(|kept| Turn::Stores(class, kept));
            let select = self.select(label(name), Knob::Stores, choices.collect(), now);
            fill!("<div key={}>{}</div>", name, select)
        });
        let name = label(said::knob(language, Knob::Stores));
        fill!(
            "<div key=stores class=ct-turn role=group aria-label={}><p class=ct-head>{}</p>{}{}</div>",
            name.clone(),
            name,
            Vec::from(classes),
            self.whose(Knob::Stores)
        )
    }

    fn scope(&self) -> Html {
        let language = self.talk.language;
        let stated = self.contract.scope.as_deref();
        let parts = ScopePart::ALL.iter().map(|part| {
            let is_on = stated.is_some_and(|stated| stated.contains(part));
            let turn = Action::Did(Deed::Knob(Turn::Scope(*part)));
            let template = "<button type=button class=chip key={} aria-pressed={} @click={}>{}</button>";
            fill!(template, part.name(), is_on, self.talk.on(turn), said::scope_part(language, *part))
        });
        let parts: Vec<Html> = parts.collect();
        let name = label(said::knob(language, Knob::Scope));
        let said = stated.is_none().then(|| {
            let value = said::value(language, self.contract, Knob::Scope);
            fill!("<p class=ct-note>{}</p>", value)
        });
        fill!(
            "<div key=scope class=ct-turn role=group aria-label={}><p class=ct-head>{}</p><div class=ct-parts>{}</div>{}{}<p class=ct-note>{}</p></div>",
            name.clone(),
            name,
            parts,
            said,
            self.whose(Knob::Scope),
            lab_texts(language).contracts.scope_hint
        )
    }
}
