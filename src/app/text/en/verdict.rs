//! English: the verdict.

use super::super::verdict::VerdictTexts;

pub(super) const VERDICT: VerdictTexts = VerdictTexts {
    effect_twice: "{Intent} has {n:effect/effects}: {@effects}.",
    new_key: "The retry’s key was new to the API {@look-up}.",
    own_keys: "Two clients each made a key for one intent {@look-up}.",
    race: "Both looked before either recorded {@look-ups}; neither claimed.",
    crash: "The crash fell between effect and record {@crash}; the retry could not tell.",
    lease: "The lease ended before the work {@lease}; the next owner did it again.",
    released: "The effect was made, then the failure freed the key {@released}.",
    provider: "The provider forgets keys, and no roll-back reaches it {@effect}.",
    ignored: "This service ignores the key.",
    expiry: "No contract broken: the retry came after the retention of {key} {@expired}; the client’s retry window was too long.",
    two_final_outcomes: "Within one retention {key} has two final answers: {@a}; {@b}.",
    replay_differs: "{Attempt} was sent a replay of {@b}; the first final answer under {key} was {@a}.",
    false_belief: "{Client} believes {intent} done {@heard}, but {order} is not its effect.",
    false_refusal: "{Client} takes {intent} as refused {@heard}, yet it has an effect {@effect}.",
    stuck: "{Key} stays in flight {@claim}: its owner {owner} is gone {@crash}, no lease ends the claim, {client} does not know.",
    effect_lost: "{Client} was told of success {@heard}; its effect is gone {@lost}.",
    foreign_answer: "The answer to {attempt} came from another tenant’s record {@replayed}.",
    nothing_found: "Nothing found. {i:intent/intents}, {e:effect/effects}, at most one for each {@effects}.",
    nothing_sent: "Nothing was sent; there is nothing to judge.",
    replays: "{r:replay/replays}, byte for byte the key’s first final answer {@replays}.",
    replays_of_record: "{r:replay/replays}, byte for byte from the record {@replays}.",
    all_settled: "What each client believes is so.",
    some_unknown: "Still unknown to a client: {u:intent/intents}. It believes nothing wrong.",
    fault_idle: "This fault never struck ({fault}): {attempt} did not get that far.",
    fault_unsent: "This fault never struck ({fault}): {attempt} was never sent.",
    cut_short: "The run stopped at a limit {@limit}; the verdict covers what ran.",
};
