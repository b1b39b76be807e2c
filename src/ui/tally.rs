//! The counts, as objects and as numbers: meant, attempts, made, replays, refused.

use yew::prelude::*;

use super::shapes::key_tag;
use crate::app::text::template::{Value, plain, render};
use crate::app::text::{Language, texts};
use crate::sim::project::State;

/// Counts of one world at the cursor.
pub(super) struct Row<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) state: &'a State,
}

pub(super) fn tally(language: Language, rows: &[Row<'_>], guess: Option<&str>) -> Html {
    let all = texts(language);
    let words = &all.tally;
    let body = rows.iter().enumerate().map(|(n, row)| {
        let guess = guess.filter(|_| n + 1 == rows.len());
        html! { <tr key={n} data-tally={n.to_string()}>{ cells(language, row, guess) }</tr> }
    });
    let heads = [words.meant, words.attempts, words.made, words.replays, words.refused];
    html! {
        <table class="tally" aria-label={words.tally}>
            <thead><tr>
                if rows.len() > 1 { <td></td> }
                { for heads.iter().map(|head| html! { <th key={*head} scope="col">{ *head }</th> }) }
            </tr></thead>
            <tbody>{ for body }</tbody>
        </table>
    }
}

fn cells(language: Language, row: &Row<'_>, guess: Option<&str>) -> Html {
    let words = &texts(language).tally;
    let state = row.state;
    let mut intents: Vec<_> = state.attempts.iter().map(|attempt| attempt.intent).collect();
    intents.sort_unstable();
    intents.dedup();
    let meant = intents.len() as u32;
    let effects: Vec<_> = state.orders.iter().chain(&state.charges).collect();
    let is_twice = effects.iter().any(|effect| effect.nth > 1);
    let keys = state.attempts.iter().take(8).map(|a| key_tag(Some(a.key))).collect();
    let coins = effects.iter().take(6).map(|effect| {
        html! { <>if effect.nth > 1 { <circle class="ring" r="12" /> }<use href="#coin-s" /><text class="coin-n coin-n-s" y="4">{ effect.number }</text></> }
    });
    let loops = (0..state.replays.min(6)).map(|_| html! { <use href="#loop" /> }).collect();
    let pill = || html! { <g class="pill"><rect x="-13" y="-8" width="26" height="16" rx="8" /><text y="4">{ "4xx" }</text></g> };
    let refused = (0..state.refusals.min(1)).map(|_| pill()).collect();
    let taps = (0..meant.min(6)).map(|_| html! { <use href="#intent" /> }).collect();
    let filled = |template: &str, name: &str, value: Value| plain(&render(language, template, &[(name, value)]), language);
    let made = effects.len() as u32;
    html! {
        <>
            if let Some(name) = row.name { <th scope="row">{ name }</th> }
            <td data-l={words.meant}>{ objects(taps, 20) }<b>{ meant }</b></td>
            <td data-l={words.attempts}>{ objects(keys, 19) }<b>{ state.attempts.len() }</b></td>
            <td class="t-made" data-l={words.made}>
                { objects(coins.collect(), 26) }<b>{ made }</b>
                if is_twice { <span class="should">{ filled(words.should_be, "n", Value::Count(meant)) }</span> }
                if let Some(guess) = guess {
                    <span class="ghost">{ filled(words.your_guess, "guess", Value::Name(guess.to_owned())) }</span>
                }
            </td>
            <td data-l={words.replays}>{ objects(loops, 18) }<b>{ state.replays }</b></td>
            <td data-l={words.refused}>{ objects(refused, 30) }<b>{ state.refusals }</b></td>
        </>
    }
}

/// Objects in a row; one dashed circle where there are none.
fn objects(objects: Vec<Html>, step: u32) -> Html {
    if objects.is_empty() {
        return html! { <svg viewBox="-10 -10 20 20" width="20" height="20" aria-hidden="true"><circle class="coin-none" r="7" /></svg> };
    }
    let width = (objects.len() as u32 - 1) * step + 26;
    let view_box = format!("-13 -13 {width} 26");
    let placed = objects.into_iter().enumerate().map(|(n, object)| {
        html! { <g key={n} transform={format!("translate({} 0)", n as u32 * step)}>{ object }</g> }
    });
    html! { <svg viewBox={view_box} width={width.to_string()} height="26" aria-hidden="true">{ for placed }</svg> }
}
