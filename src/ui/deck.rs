//! The lab's controls, grouped by who acts; on a narrow screen a sheet with tabs at the lower edge. Also the session:
//! undo, redo, start over.

use yew::Html;

use super::contracts;
use super::markup::{fill, list, raw};
use super::talk::Talk;
use crate::app::lab::{Deed, Lab};
use crate::app::reduce::Action;
use crate::app::state::{AppState, History};
use crate::app::svg::key_in_text;
use crate::app::text::template::Value;
use crate::app::text::{LabTextsAll, names};
use crate::platform::input;
use crate::sim::contract::{InFlight, Store};
use crate::sim::run::Run;
use crate::sim::scenario::{EffectPlace, Keep, KeyPolicy, Point, Provider, ProviderKey, WriteOrder};
use crate::sim::time::Millis;

const HOUR: u64 = 3_600_000;
/// Choices of the lab's lists; a scenario's own value is added where it is none of them.
const LEASES: [Option<Millis>; 5] =
    [None, Some(Millis(1_000)), Some(Millis(10_000)), Some(Millis(30_000)), Some(Millis(600_000))];
const RETENTIONS: [Millis; 4] = [Millis(HOUR), Millis(24 * HOUR), Millis(168 * HOUR), Millis(720 * HOUR)];
const LONGER: [Millis; 3] = [Millis::ZERO, Millis(6 * HOUR), Millis(48 * HOUR)];
const EFFECTS: [Millis; 3] = [Millis(30), Millis(200), Millis(3_000)];

/// The lab's controls.
pub(super) struct Deck<'a> {
    pub(super) talk: &'a Talk,
    pub(super) state: &'a AppState,
    pub(super) words: &'static LabTextsAll,
}

/// A choice of a list: its words, its deed, whether it is the one in force.
type Choice = (String, Deed, bool);

impl Deck<'_> {
    const fn lab_words(&self) -> &'static LabTextsAll {
        self.words
    }

    const fn lab(&self) -> &Lab {
        &self.state.lab
    }

    fn run(&self) -> &Run {
        &self.state.lab_stage.runs[0]
    }

    pub(super) fn view(&self) -> Html {
        let words = &self.lab_words().lab;
        let names = [words.client_group, words.time_group, words.network_group, words.service_group];
        let groups = [self.client(), self.time(), self.network(), self.service()];
        let is_open = |n: usize| self.state.sheet == Some(n as u8);
        let tabs = names.into_iter().enumerate().map(|(n, name)| {
            let template = "<button type=button aria-expanded={} aria-controls=groups @click={}>{}</button>";
            fill!(template, is_open(n), self.talk.on(Action::SheetToggled(n as u8)), name)
        });
        let groups = groups.into_iter().zip(names).enumerate().map(|(n, ((note, body), name))| {
            let class = if is_open(n) { "grp is-open" } else { "grp" };
            let template = "<section class={} aria-label={}><div class=grp-h><h3>{}</h3>{}</div>{}</section>";
            fill!(template, class, name, name, note, list(body))
        });
        let mut quick = vec![self.main_act(), self.deed("act", words.plus_30_s, Deed::Wait(Millis(30_000)))];
        quick.push(travel(self.talk, &self.state.lab_stage.history));
        fill!(
            "<section class=deck aria-label={} id=deck><div class=deck-tabs role=group aria-label={}>{}</div><div class=quick>{}</div><div class=groups id=groups>{}</div></section>",
            words.controls,
            words.open_sheet,
            tabs.collect::<Vec<_>>(),
            quick,
            groups.collect::<Vec<_>>()
        )
    }

    fn deed(&self, class: &'static str, words: &'static str, deed: Deed) -> Html {
        // Off, it keeps the focus: a press that turns a button off leaves the reader where they are.
        let is_off = !self.lab().can(&deed, self.run());
        let template = "<button type=button class={} aria-disabled={} @click={}>{}</button>";
        fill!(template, class, is_off, self.talk.on(Action::Did(deed)), words)
    }

    /// The one thing that is most likely wanted next: the first send, or the retry with the same key.
    fn main_act(&self) -> Html {
        let words = &self.lab_words().lab;
        if self.lab().can(&Deed::Send, self.run()) {
            return self.deed("act act-1 wide", words.send, Deed::Send);
        }
        let is_off = !self.lab().can(&Deed::RetrySameKey, self.run());
        let key = self.lab().last_key(self.run());
        let id = key.and_then(|key| self.run().trace.keys.iter().position(|known| *known == key));
        let mark = id.map(|id| raw(format!("&nbsp;{}", key_in_text(self.talk.language, id as u16))));
        fill!(
            "<button type=button class='act act-1 wide' aria-disabled={} @click={}>{}{}</button>",
            is_off,
            self.talk.on(Action::Did(Deed::RetrySameKey)),
            words.retry_same_key,
            mark
        )
    }

    fn hint(&self, words: &str) -> Html {
        fill!("<p class=grp-p>{}</p>", words.to_owned())
    }

    fn client(&self) -> (Option<Html>, Vec<Html>) {
        let words = &self.lab_words().lab;
        let lab = self.lab();
        let clients = lab.scenario.clients.iter().enumerate().map(|(n, client)| {
            let choose = Action::Did(Deed::ChooseClient(n as u8));
            self.talk.choice(client.id.clone(), n == usize::from(lab.client), choose)
        });
        let clients: Vec<Html> = clients.collect();
        let which = fill!("<div class=seg role=group aria-label={}>{}</div>", words.which_client, clients);
        let acts = vec![
            self.main_act(),
            self.deed("act", words.retry_new_key, Deed::RetryNewKey),
            self.deed("act", words.send_twice, Deed::SendTwice),
            self.deed("act", words.new_intent, Deed::NewIntent),
            self.deed("act", words.reload_client, Deed::Reload),
            self.deed("act wide", words.add_client, Deed::AddClient),
        ];
        let count = lab.quantity();
        let quantity = |words: &'static str, sign: &'static str, count: Option<u32>| {
            let off = count.is_none().then_some("");
            let deed = self.talk.on(Action::Did(Deed::Quantity(count.unwrap_or(1))));
            let template = "<button type=button aria-label={} disabled={} @click={}>{}</button>";
            fill!(template, words, off, deed, sign)
        };
        let order = fill!(
            "<div><p class=order-body>{}</p><div class=order-acts><div class=step role=group aria-label={}>{}<output>{}</output>{}</div><button type=button class=act aria-pressed={} @click={}>{}</button></div></div>",
            lab.body.text.to_string(),
            words.quantity,
            quantity(words.fewer, "−", count.map(|count| count.saturating_sub(1))),
            count.map_or_else(|| "–".to_owned(), |count| count.to_string()),
            quantity(words.more, "+", count.map(|count| count.saturating_add(1))),
            lab.is_swapped(),
            self.talk.on(Action::Did(Deed::SwapFields)),
            words.swap_fields
        );
        let choices = &self.lab_words().choices;
        let acting = lab.acting();
        let keeps = [(choices.durable, Keep::Durable), (choices.memory, Keep::Memory)];
        let keeps = keeps.map(|(name, keep)| (name.to_owned(), Deed::Keep(keep), acting.keep == keep));
        let policies = KeyPolicy::ALL.iter().map(|policy| {
            let policy = *policy;
            (
                names::key_policy(self.talk.language, policy).to_owned(),
                Deed::Policy(policy),
                policy == acting.key,
            )
        });
        let retries = [(choices.off, false), (choices.on, true)];
        let retries = retries
            .map(|(name, is_on)| (name.to_owned(), Deed::AutoRetry(is_on), acting.retry.is_some() == is_on));
        let body = vec![
            fill!("<div class=acts>{}</div>", acts),
            order,
            self.choice(words.key_kept, &keeps),
            self.pick(words.key_policy, &policies.collect::<Vec<_>>()),
            self.hint(names::key_policy_hint(self.talk.language, acting.key)),
            self.choice(words.auto_retry, &retries),
            self.intent_record(),
        ];
        (Some(which), body)
    }

    fn intent_record(&self) -> Html {
        let words = &self.lab_words().lab;
        let lab = self.lab();
        let kept = lab.intents(self.run());
        let record =
            kept.iter().find(|record| record.intent == lab.intent_id() && record.client == lab.acting().id);
        let body = match record {
            Some(record) => {
                let rows = [
                    (words.key, &record.key),
                    (words.parameters, &record.parameters),
                    (words.target, &record.target),
                ];
                let rows = rows.map(|(name, value)| {
                    list(vec![fill!("<dt>{}</dt>", name), fill!("<dd>{}</dd>", value.clone())])
                });
                let told = [words.intent_record_text, words.intent_record_caveat];
                let told = told.map(|told| fill!("<p key={}>{}</p>", told, told));
                list(vec![fill!("<dl>{}</dl>", Vec::from(rows)), list(Vec::from(told))])
            }
            None => {
                let is_memory = lab.acting().keep == Keep::Memory;
                let told = if is_memory { words.intent_record_memory } else { words.intent_record_none };
                fill!("<p>{}</p>", told)
            }
        };
        let denied = (!self.state.has_storage).then(|| fill!("<p>{}</p>", words.not_remembered));
        fill!(
            "<div class=intent-record id=intent-record><b>{}</b> <span>{}</span>{}{}</div>",
            words.intent_record,
            format!("{} · {}", lab.acting().id, lab.intent_id()),
            body,
            denied
        )
    }

    fn time(&self) -> (Option<Html>, Vec<Html>) {
        let words = &self.lab_words().lab;
        let at = names::instant(self.talk.language, self.lab().next_at(self.run()));
        let next =
            fill!("<span class=grp-note>{}</span>", self.talk.say_with(words.next_step_at, "time", at));
        let acts = vec![
            self.deed("act", words.plus_30_s, Deed::Wait(Millis(30_000))),
            self.deed("act", words.plus_23_h, Deed::Wait(Millis(23 * HOUR))),
            self.deed("act", words.past_retention, Deed::PastRetention),
        ];
        let is_full = !self.lab().has_room(self.run(), 1);
        let full = || {
            self.hint(&self.talk.say(words.limit_steps, &[("n", Value::Count(crate::sim::limits::STEPS))]))
        };
        let full = if is_full { full() } else { Html::default() };
        (Some(next), vec![fill!("<div class='acts acts-3'>{}</div>", acts), full])
    }

    fn network(&self) -> (Option<Html>, Vec<Html>) {
        let words = &self.lab_words().lab;
        let faults = &self.lab().scenario.faults;
        let chips = faults.iter().map(|fault| {
            let name = names::fault(self.talk.language, self.run(), fault);
            let remove = self.talk.say_with(self.talk.all.faults.remove_this, "fault", name.clone());
            fill!(
                "<button type=button class=chip aria-pressed=true aria-label={} @click={}>{} ×</button>",
                remove,
                self.talk.on(Action::Did(Deed::Fault(*fault))),
                name
            )
        });
        let chips: Vec<Html> = chips.collect();
        let body = if chips.is_empty() {
            self.hint(words.no_faults)
        } else {
            fill!("<div class=stage-tools>{}</div>", chips)
        };
        (None, vec![body, self.hint(words.tap_message), self.hint(words.tap_bar)])
    }

    fn service(&self) -> (Option<Html>, Vec<Html>) {
        let words = &self.lab_words().lab;
        let choices = &self.lab_words().choices;
        let service = &self.lab().scenario.service;
        let at_provider = service.effect != EffectPlace::Ledger;
        let duration = |millis: Millis| names::duration(self.talk.language, millis);
        let times = |values: &[Millis], now: Millis, deed: fn(Millis) -> Deed| -> Vec<Choice> {
            let own = Some(now).filter(|now| !values.contains(now));
            values
                .iter()
                .copied()
                .chain(own)
                .map(|value| (duration(value), deed(value), value == now))
                .collect()
        };
        let own_lease = Some(service.lease).filter(|lease| !LEASES.contains(lease));
        let leases = LEASES.into_iter().chain(own_lease).map(|lease| {
            let words = lease.map_or_else(|| choices.no_lease.to_owned(), duration);
            (words, Deed::Lease(lease), lease == service.lease)
        });
        let leases: Vec<Choice> = leases.collect();
        let meets = service.contract.in_flight();
        let at_most = match meets {
            InFlight::Wait(at_most) => at_most,
            _ => Millis(5_000),
        };
        let waits = self.talk.say_with(choices.wait, "dur", duration(at_most));
        let place =
            |words: &str, effect: EffectPlace, is_on: bool| (words.to_owned(), Deed::Effect(effect), is_on);
        let (forgets, honours) =
            (Provider::PLAIN, Provider { key: ProviderKey::Forwarded, ..Provider::PLAIN });
        let (forgets, honours) = (EffectPlace::Provider(forgets), EffectPlace::Provider(honours));
        let in_flight =
            |words: String, in_flight: InFlight| (words, Deed::InFlight(in_flight), meets == in_flight);
        let kept = service.contract.failures();
        let failures = |words: &str, failures: Store| {
            (words.to_owned(), Deed::Failures(failures), kept == Some(failures))
        };
        let rungs: Vec<Html> = WriteOrder::ALL.iter().rev().map(|order| self.rung(*order)).collect();
        let mut body = vec![
            contracts::choose(self.talk, &service.contract),
            fill!("<div class=ladder role=group aria-label={}>{}</div>", words.write_order, rungs),
            self.choice(
                words.effect_at,
                &[
                    place(choices.ledger, EffectPlace::Ledger, !at_provider),
                    place(choices.provider, forgets, at_provider),
                ],
            ),
        ];
        // Its place is kept where it is not shown, so that the control that shows it is not made anew.
        body.push(if at_provider {
            let forwarded = [
                place(choices.forwarded_no, forgets, service.effect == forgets),
                place(choices.forwarded_yes, honours, service.effect == honours),
            ];
            self.choice(words.key_forwarded, &forwarded)
        } else {
            Html::default()
        });
        body.extend([
            self.choice(
                words.in_flight,
                &[
                    in_flight(choices.reject.to_owned(), InFlight::Reject),
                    in_flight(waits, InFlight::Wait(at_most)),
                ],
            ),
            self.choice(
                words.failures,
                &[failures(choices.stored, Store::Pin), failures(choices.released, Store::Drop)],
            ),
            self.pick(words.lease, &leases),
            self.pick(words.retention, &times(&RETENTIONS, service.contract.promised(), Deed::Retention)),
            self.pick(words.kept_longer, &times(&LONGER, service.kept_longer, Deed::KeptLonger)),
            self.pick(
                words.effect_takes,
                &times(&EFFECTS, service.takes.at(Point::Effect), Deed::EffectTakes),
            ),
        ]);
        body.push(contracts::turns(self.talk, &service.contract));
        let note = fill!("<span class=grp-note>{}</span>", self.lab_words().hints.what_commits);
        (Some(note), body)
    }

    fn rung(&self, order: WriteOrder) -> Html {
        let service = &self.lab().scenario.service;
        let is_on = service.write_order == order;
        let why = is_on.then(|| {
            fill!("<span class=rung-why>{}</span>", names::write_order_hint(self.talk.language, order))
        });
        let choose = self.talk.on(Action::Did(Deed::WriteOrder(order)));
        fill!(
            "<button type=button class=rung key={} aria-pressed={} @click={}><span class=rung-n>{}</span>{}{}</button>",
            order.name(),
            is_on,
            choose,
            names::write_order(self.talk.language, order),
            raw(glyphs(order, service.effect != EffectPlace::Ledger)),
            why
        )
    }

    fn choice(&self, name: &'static str, choices: &[Choice]) -> Html {
        let buttons = choices
            .iter()
            .map(|(words, deed, is_on)| self.talk.choice(words.clone(), *is_on, Action::Did(deed.clone())));
        let template = "<div class=set><span>{}</span><div class=seg role=group aria-label={}>{}</div></div>";
        fill!(template, name, name, buttons.collect::<Vec<_>>())
    }

    fn pick(&self, name: &'static str, choices: &[Choice]) -> Html {
        let options = choices.iter().enumerate().map(|(n, (words, _, is_on))| {
            let chosen = is_on.then_some("");
            fill!(
                "<option key={} value={} selected={}>{}</option>",
                n as u32,
                n as u32,
                chosen,
                words.clone()
            )
        });
        let deeds: Vec<Deed> = choices.iter().map(|(_, deed, _)| deed.clone()).collect();
        let changed = self.talk.with(move |event| {
            let chosen: usize = input::value(event)?.parse().ok()?;
            deeds.get(chosen).cloned().map(Action::Did)
        });
        let template = "<label class=set><span>{}</span><select @change={}>{}</select></label>";
        fill!(template, name, changed, options.collect::<Vec<_>>())
    }
}

/// Undo, redo, and in the lab or a changed lesson the way back to the start.
pub(super) fn session(talk: &Talk, history: &History) -> Vec<Html> {
    let start_over = talk.button("plain", talk.all.transport.start_over, Action::StartedOver);
    vec![travel(talk, history), start_over]
}

fn travel(talk: &Talk, history: &History) -> Html {
    let words = &talk.all.transport;
    let step = |name: &'static str, action: Action, is_off: bool| {
        fill!("<button type=button aria-disabled={} @click={}>{}</button>", is_off, talk.on(action), name)
    };
    fill!(
        "<div class=seg>{}{}</div>",
        step(words.undo, Action::Undone, history.past.is_empty()),
        step(words.redo, Action::Redone, history.future.is_empty())
    )
}

/// What is written, in its order, with a box around what commits together; dashed where a provider breaks it.
pub(super) fn glyphs(order: WriteOrder, at_provider: bool) -> String {
    let broken = if at_provider { " w-broken" } else { "" };
    let boxed = match order {
        WriteOrder::OneTransaction => {
            format!("<rect class='w-box{broken}' x='1' y='-8' width='54' height='16' rx='3'/>")
        }
        WriteOrder::ClaimThenCommit | WriteOrder::TransactionOnly => {
            format!("<rect class='w-box{broken}' x='19' y='-8' width='36' height='16' rx='3'/>")
        }
        WriteOrder::Ignore | WriteOrder::CheckThenAct | WriteOrder::ClaimFirst => String::new(),
    };
    let first = match order {
        WriteOrder::Ignore => "",
        WriteOrder::CheckThenAct | WriteOrder::TransactionOnly => {
            "<path class='w-look' d='M5 0q6 -6 12 0q-6 6 -12 0'/>"
        }
        _ => {
            "<rect class='w-claim' x='6.5' y='-4.5' width='9' height='9'/><path class='w-claim-h' d='M7 4l8 -8M7 0l4 -4M11 4l4 -4'/>"
        }
    };
    let last = if order == WriteOrder::Ignore {
        ""
    } else {
        "<rect class='w-record' x='40.5' y='-4.5' width='9' height='9'/>"
    };
    format!(
        "<svg class='rung-g' viewBox='0 -9 56 18' aria-hidden='true'>{boxed}{first}<circle class='w-effect' cx='28' r='5'/>{last}</svg>"
    )
}
