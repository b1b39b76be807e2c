//! The page's foot: what the model leaves out, the words, the keyboard.

use yew::prelude::*;

use crate::app::text::{Language, texts};

#[derive(Clone, PartialEq, Properties)]
pub(super) struct FooterProps {
    pub(super) language: Language,
    pub(super) has_storage: bool,
    pub(super) is_help_open: bool,
    pub(super) on_help: Callback<bool>,
}

#[component]
pub(super) fn Footer(props: &FooterProps) -> Html {
    let all = texts(props.language);
    let help = &all.help;
    let rows = [
        (help.space_key, help.space),
        (help.arrows_key, help.arrows),
        (help.shift_arrows_key, help.shift_arrows),
        (help.home_end_key, help.home_end),
        (help.enter_key, help.enter),
        (help.escape_key, help.escape),
        (help.help_key, help.help),
    ];
    let rows = rows.map(|(key, does)| {
        html! { <tr key={key}><th scope="row"><kbd>{ key }</kbd></th><td>{ does }</td></tr> }
    });
    let on_help = props.on_help.clone();
    let is_open = props.is_help_open;
    let toggle = move |event: MouseEvent| {
        event.prevent_default();
        on_help.emit(!is_open);
    };
    html! {
        <footer class="foot">
            <div class="foot-row">
                <p>{ all.page.footer }</p>
                if !props.has_storage { <p class="quiet-line">{ all.notices.storage_denied }</p> }
                <details>
                    <summary>{ all.page.not_shown }</summary>
                    <ul>{ for all.limits.iter().map(|line| html! { <li key={*line}>{ *line }</li> }) }<li key="numbers">{ all.notices.order_numbers }</li></ul>
                </details>
                <details>
                    <summary>{ all.page.glossary }</summary>
                    <dl class="glossary">{ for all.glossary.iter().map(|term| html! { <><dt>{ term.word }</dt><dd>{ term.meaning }</dd></> }) }</dl>
                </details>
                <details id="keyboard" open={is_open}>
                    <summary onclick={toggle}>{ help.heading }</summary>
                    <div><p>{ help.note }</p><table class="keys-help"><tbody>{ for rows }</tbody></table></div>
                </details>
            </div>
        </footer>
    }
}
