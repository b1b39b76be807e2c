//! The lab's controls, grouped by who acts. On a narrow screen they are a sheet with tabs at the lower edge.

use std::rc::Rc;

use yew::prelude::*;

use super::shapes::key_in_text;
use crate::app::lab::{Deed, Lab};
use crate::app::reduce::Action;
use crate::app::text::template::{Value, plain, render};
use crate::app::text::{Language, Texts, names, texts};
use crate::platform::input;
use crate::sim::run::Run;
use crate::sim::scenario::{EffectPlace, Failures, InFlight, Keep, KeyPolicy, Point, WriteOrder};
use crate::sim::time::Millis;

const HOUR: u64 = 3_600_000;
/// Choices of the lab's lists; a scenario's own value is added where it is none of them.
const LEASES: [Option<Millis>; 5] = [None, Some(Millis(1_000)), Some(Millis(10_000)), Some(Millis(30_000)), Some(Millis(600_000))];
const RETENTIONS: [Millis; 4] = [Millis(HOUR), Millis(24 * HOUR), Millis(168 * HOUR), Millis(720 * HOUR)];
const LONGER: [Millis; 3] = [Millis::ZERO, Millis(6 * HOUR), Millis(48 * HOUR)];
const EFFECTS: [Millis; 3] = [Millis(30), Millis(200), Millis(3_000)];

#[derive(Clone, PartialEq, Properties)]
pub(super) struct DeckProps {
    pub(super) language: Language,
    pub(super) lab: Lab,
    pub(super) run: Rc<Run>,
    pub(super) act: Callback<Action>,
    pub(super) has_storage: bool,
}

struct Deck<'a> {
    props: &'a DeckProps,
    all: &'static Texts,
}

#[component]
pub(super) fn LabDeck(props: &DeckProps) -> Html {
    let deck = Deck { props, all: texts(props.language) };
    let words = &deck.all.lab;
    let open = use_state(|| None::<usize>);
    let tabs = [words.client_group, words.time_group, words.network_group, words.service_group];
    let tabs = tabs.into_iter().enumerate().map(|(n, name)| {
        let is_open = *open == Some(n);
        let open = open.setter();
        let onclick = move |_| open.set(if is_open { None } else { Some(n) });
        html! { <button key={n} type="button" aria-expanded={is_open.to_string()} aria-controls="groups" {onclick}>{ name }</button> }
    });
    let groups = [deck.client(), deck.time(), deck.network(), deck.service()];
    let groups = groups.into_iter().enumerate().map(|(n, group)| {
        html! { <section key={n} class={classes!("grp", (*open == Some(n)).then_some("is-open"))}>{ group }</section> }
    });
    html! {
        <section class="deck" aria-label={words.controls} id="deck">
            <div class="deck-tabs" role="group" aria-label={words.open_sheet}>{ for tabs }</div>
            <div class="quick">{ deck.main_act() }{ deck.deed(words.plus_30_s, Deed::Wait(Millis(30_000)), "act") }</div>
            <div class="groups" id="groups">{ for groups }</div>
        </section>
    }
}

impl Deck<'_> {
    fn emit(&self, deed: Deed) -> Callback<MouseEvent> {
        let act = self.props.act.clone();
        Callback::from(move |_| act.emit(Action::Did(deed.clone())))
    }

    fn can(&self, deed: &Deed) -> bool {
        self.props.lab.can(deed, &self.props.run)
    }

    fn deed(&self, name: impl Into<AttrValue>, deed: Deed, class: &'static str) -> Html {
        let disabled = !self.can(&deed);
        html! { <button type="button" {class} {disabled} onclick={self.emit(deed)}>{ name.into() }</button> }
    }

    /// The one thing that is most likely wanted next: the first send, or the retry with the same key.
    fn main_act(&self) -> Html {
        let words = &self.all.lab;
        if self.can(&Deed::Send) {
            return self.deed(words.send, Deed::Send, "act act-1 wide");
        }
        let disabled = !self.can(&Deed::RetrySameKey);
        let key = self.props.lab.last_key(&self.props.run);
        let id = key.and_then(|key| self.props.run.trace.keys.iter().position(|known| *known == key)).map(|id| id as u16);
        html! {
            <button type="button" class="act act-1 wide" {disabled} onclick={self.emit(Deed::RetrySameKey)}>
                { words.retry_same_key }{ " " }
                if let Some(id) = id { { key_in_text(id, names::key(self.props.language, id)) } }
            </button>
        }
    }

    fn client(&self) -> Html {
        let words = &self.all.lab;
        let lab = &self.props.lab;
        let scenario = &lab.scenario;
        let clients = scenario.clients.iter().enumerate().map(|(n, client)| {
            let pressed = (n == usize::from(lab.client)).to_string();
            html! { <button key={n} type="button" aria-pressed={pressed} onclick={self.emit(Deed::ChooseClient(n as u8))}>{ &client.id }</button> }
        });
        let fewer = Deed::Quantity(lab.quantity.saturating_sub(1));
        html! {
            <>
                <div class="grp-h"><h3>{ words.client_group }</h3>
                    <div class="seg" role="group" aria-label={words.which_client}>{ for clients }</div></div>
                <div class="acts">
                    { self.main_act() }
                    { self.deed(words.retry_new_key, Deed::RetryNewKey, "act") }
                    { self.deed(words.send_twice, Deed::SendTwice, "act") }
                    { self.deed(words.new_intent, Deed::NewIntent, "act") }
                    { self.deed(words.reload_client, Deed::Reload, "act") }
                    { self.deed(words.add_client, Deed::AddClient, "act wide") }
                </div>
                <p class="order-body" aria-label={words.body_preview}>{ lab.body() }</p>
                <div class="order-acts">
                    <div class="step" role="group" aria-label={words.quantity}>
                        <button type="button" aria-label={words.fewer} onclick={self.emit(fewer)}>{ "−" }</button>
                        <output>{ lab.quantity }</output>
                        <button type="button" aria-label={words.more} onclick={self.emit(Deed::Quantity(lab.quantity + 1))}>{ "+" }</button>
                    </div>
                    <button type="button" class="act" aria-pressed={lab.is_swapped.to_string()} onclick={self.emit(Deed::SwapFields)}>{ words.swap_fields }</button>
                </div>
                { self.choice(words.key_kept, &[
                    (self.all.choices.durable, Deed::Keep(Keep::Durable), lab.acting().keep == Keep::Durable),
                    (self.all.choices.memory, Deed::Keep(Keep::Memory), lab.acting().keep == Keep::Memory),
                ]) }
                { self.list(words.key_policy, KeyPolicy::ALL.map(|policy| {
                    (names::key_policy(self.props.language, policy).to_owned(), Deed::Policy(policy), policy == lab.acting().key)
                }).to_vec()) }
                <p class="grp-p">{ names::key_policy_hint(self.props.language, lab.acting().key) }</p>
                { self.choice(words.auto_retry, &[
                    (self.all.choices.off, Deed::AutoRetry(false), lab.acting().retry.is_none()),
                    (self.all.choices.on, Deed::AutoRetry(true), lab.acting().retry.is_some()),
                ]) }
                { self.intent_record() }
            </>
        }
    }

    fn intent_record(&self) -> Html {
        let words = &self.all.lab;
        let lab = &self.props.lab;
        let kept = lab.intents(&self.props.run);
        let record = kept.iter().find(|record| record.intent == lab.intent_id() && record.client == lab.acting().id);
        let is_memory = lab.acting().keep == Keep::Memory;
        html! {
            <div class="intent-record" id="intent-record">
                <b>{ words.intent_record }</b>{ " " }<span>{ format!("{} · {}", lab.acting().id, lab.intent_id()) }</span>
                if let Some(record) = record {
                    <dl>
                        <dt>{ words.key }</dt><dd id="intent-key">{ &record.key }</dd>
                        <dt>{ words.parameters }</dt><dd>{ &record.parameters }</dd>
                        <dt>{ words.target }</dt><dd>{ &record.target }</dd>
                    </dl>
                    <p>{ words.intent_record_text }{ " " }{ words.intent_record_caveat }</p>
                } else {
                    <p>{ if is_memory { words.intent_record_memory } else { words.intent_record_none } }</p>
                }
                if !self.props.has_storage { <p>{ words.not_remembered }</p> }
            </div>
        }
    }

    fn time(&self) -> Html {
        let words = &self.all.lab;
        let at = names::instant(self.props.language, self.props.lab.next_at(&self.props.run));
        let next = plain(&render(self.props.language, words.next_step_at, &[("time", Value::Name(at))]), self.props.language);
        html! {
            <>
                <div class="grp-h"><h3>{ words.time_group }</h3><span class="grp-note">{ next }</span></div>
                <div class="acts acts-3">
                    { self.deed(words.plus_30_s, Deed::Wait(Millis(30_000)), "act") }
                    { self.deed(words.plus_23_h, Deed::Wait(Millis(23 * HOUR)), "act") }
                    { self.deed(words.past_retention, Deed::PastRetention, "act") }
                </div>
                if !self.props.lab.has_room(&self.props.run, 1) { <p class="grp-p">{ self.limit() }</p> }
            </>
        }
    }

    fn limit(&self) -> String {
        let steps = Value::Count(crate::sim::limits::STEPS);
        plain(&render(self.props.language, self.all.lab.limit_steps, &[("n", steps)]), self.props.language)
    }

    fn network(&self) -> Html {
        let words = &self.all.lab;
        let faults = &self.props.lab.scenario.faults;
        let chips = faults.iter().enumerate().map(|(n, fault)| {
            let name = names::fault(self.props.language, &self.props.run, fault);
            let slots = [("fault", Value::Name(name.clone()))];
            let remove = plain(&render(self.props.language, self.all.faults.remove_this, &slots), self.props.language);
            html! {
                <button key={n} type="button" class="chip" aria-pressed="true" aria-label={remove} onclick={self.emit(Deed::Fault(*fault))}>{ name }{ " ×" }</button>
            }
        });
        html! {
            <>
                <div class="grp-h"><h3>{ words.network_group }</h3><span class="grp-note">{ words.tap_message }</span></div>
                if faults.is_empty() { <p class="grp-p">{ words.no_faults }</p> }
                else { <div class="stage-tools">{ for chips }</div> }
                <p class="grp-p">{ words.tap_bar }</p>
            </>
        }
    }

    fn service(&self) -> Html {
        let words = &self.all.lab;
        let choices = &self.all.choices;
        let service = &self.props.lab.scenario.service;
        let at_provider = service.effect != EffectPlace::Ledger;
        let place = |effect: EffectPlace| Deed::Effect(effect);
        let duration = |millis: Millis| names::duration(self.props.language, millis);
        let list = |values: &[Millis], now: Millis, deed: fn(Millis) -> Deed| {
            let mut values = values.to_vec();
            if !values.contains(&now) {
                values.push(now);
            }
            values.into_iter().map(|value| (duration(value), deed(value), value == now)).collect()
        };
        let mut leases = LEASES.to_vec();
        if !leases.contains(&service.lease) {
            leases.push(service.lease);
        }
        let leases = leases.into_iter().map(|lease| {
            (lease.map_or_else(|| choices.no_lease.to_owned(), duration), Deed::Lease(lease), lease == service.lease)
        });
        let wait = match service.in_flight {
            InFlight::Wait(at_most) => at_most,
            InFlight::Reject => Millis(5_000),
        };
        let waits = plain(&render(self.props.language, choices.wait, &[("dur", Value::Name(duration(wait)))]), self.props.language);
        html! {
            <>
                <div class="grp-h"><h3>{ words.service_group }</h3><span class="grp-note">{ self.all.hints.what_commits }</span></div>
                <div class="ladder" role="radiogroup" aria-label={words.write_order}>{ for WriteOrder::ALL.iter().rev().map(|order| self.rung(*order)) }</div>
                { self.choice(words.effect_at, &[
                    (choices.ledger, place(EffectPlace::Ledger), !at_provider),
                    (choices.provider, place(EffectPlace::Provider { forwarded: false }), at_provider),
                ]) }
                if at_provider {
                    { self.choice(words.key_forwarded, &[
                        (choices.forwarded_no, place(EffectPlace::Provider { forwarded: false }), service.effect == EffectPlace::Provider { forwarded: false }),
                        (choices.forwarded_yes, place(EffectPlace::Provider { forwarded: true }), service.effect == EffectPlace::Provider { forwarded: true }),
                    ]) }
                }
                { self.choice(words.in_flight, &[
                    (choices.reject, Deed::InFlight(InFlight::Reject), service.in_flight == InFlight::Reject),
                    (&waits, Deed::InFlight(InFlight::Wait(wait)), service.in_flight != InFlight::Reject),
                ]) }
                { self.choice(words.failures, &[
                    (choices.stored, Deed::Failures(Failures::Stored), service.failures == Failures::Stored),
                    (choices.released, Deed::Failures(Failures::Released), service.failures == Failures::Released),
                ]) }
                { self.list(words.lease, leases.collect()) }
                { self.list(words.retention, list(&RETENTIONS, service.retention, Deed::Retention)) }
                { self.list(words.kept_longer, list(&LONGER, service.kept_longer, Deed::KeptLonger)) }
                { self.list(words.effect_takes, list(&EFFECTS, service.takes.at(Point::Effect), Deed::EffectTakes)) }
            </>
        }
    }

    fn rung(&self, order: WriteOrder) -> Html {
        let is_on = self.props.lab.scenario.service.write_order == order;
        let at_provider = self.props.lab.scenario.service.effect != EffectPlace::Ledger;
        html! {
            <button key={order.name()} type="button" class="rung" role="radio" aria-checked={is_on.to_string()} onclick={self.emit(Deed::WriteOrder(order))}>
                <span class="rung-n">{ names::write_order(self.props.language, order) }</span>
                { glyphs(order, at_provider) }
                if is_on { <span class="rung-why">{ names::write_order_hint(self.props.language, order) }</span> }
            </button>
        }
    }

    fn choice(&self, name: &'static str, choices: &[(&str, Deed, bool)]) -> Html {
        let buttons = choices.iter().map(|(name, deed, is_on)| {
            html! { <button key={(*name).to_owned()} type="button" aria-pressed={is_on.to_string()} onclick={self.emit(deed.clone())}>{ *name }</button> }
        });
        html! { <div class="set"><span>{ name }</span><div class="seg" role="group" aria-label={name}>{ for buttons }</div></div> }
    }

    fn list(&self, name: &'static str, choices: Vec<(String, Deed, bool)>) -> Html {
        let options = choices.iter().enumerate().map(|(n, (name, _, is_on))| {
            html! { <option key={n} value={n.to_string()} selected={*is_on}>{ name }</option> }
        });
        let act = self.props.act.clone();
        let deeds: Vec<Deed> = choices.iter().map(|(_, deed, _)| deed.clone()).collect();
        let onchange = move |event: Event| {
            let chosen = input::value(&event).and_then(|value| value.parse::<usize>().ok());
            if let Some(deed) = chosen.and_then(|index| deeds.get(index)) {
                act.emit(Action::Did(deed.clone()));
            }
        };
        html! { <label class="set"><span>{ name }</span><select {onchange}>{ for options }</select></label> }
    }
}

/// What is written, in its order, with a box around what commits together; dashed where a provider breaks it.
fn glyphs(order: WriteOrder, at_provider: bool) -> Html {
    let look = matches!(order, WriteOrder::CheckThenAct);
    let claim = order.claims();
    let record = order != WriteOrder::Ignore;
    let (from, width) = match order {
        WriteOrder::OneTransaction => (1, 54),
        WriteOrder::ClaimThenCommit => (19, 36),
        WriteOrder::Ignore | WriteOrder::CheckThenAct | WriteOrder::ClaimFirst => (0, 0),
    };
    let class = if at_provider { "w-box w-broken" } else { "w-box" };
    html! {
        <svg class="rung-g" viewBox="0 -9 56 18" aria-hidden="true">
            if width > 0 { <rect {class} x={from.to_string()} y="-8" width={width.to_string()} height="16" rx="3" /> }
            if look { <path class="w-look" d="M5 0q6 -6 12 0q-6 6 -12 0" /> }
            if claim { <><rect class="w-claim" x="6.5" y="-4.5" width="9" height="9" /><path class="w-claim-h" d="M7 4l8 -8M7 0l4 -4M11 4l4 -4" /></> }
            <circle class="w-effect" cx="28" r="5" />
            if record { <rect class="w-record" x="40.5" y="-4.5" width="9" height="9" /> }
        </svg>
    }
}
