//! English: the lessons.

use super::super::lessons::{ChangeTexts, LessonTexts, OptionTexts};

pub(super) const LESSONS: [LessonTexts; 5] = [
    LessonTexts {
        title: "The response is lost",
        figure: "Same view, different ledgers",
        summary: "A lost request and a lost response look alike to the client; the ledgers differ.",
        story: &[
            "Lin wants two notebooks and clicks Order once. The client makes an idempotency key, {A} (for the `Idempotency-Key` header), stores it with parameters and target, and only then sends `POST /orders`: please create one.",
            "Here are two worlds. On the left the request is lost. On the right it arrives, order 1 goes into the ledger, and the response is lost.",
            "Both clients wait 2 s, hear nothing and note “unknown”. “Failed” would be wrong on the right.",
        ],
        predict: "At 30 s both send again with {A}. How many orders does each ledger end with?",
        options: &[
            OptionTexts {
                label: "1 and 1",
                response: "As the runs show: executed on the left, replayed on the right, same bytes.",
                is_right: true,
            },
            OptionTexts {
                label: "1 and 2",
                response: "On the right the API recognised {A} and wrote nothing.",
                is_right: false,
            },
            OptionTexts {
                label: "0 and 1",
                response: "On the left the second send arrived and executed: one order there too.",
                is_right: false,
            },
            OptionTexts {
                label: "Not sure",
                response: "Nor is the client. See both ledgers.",
                is_right: false,
            },
        ],
        why: "{@Look-up c1#2}: on the left there is no record of {A}, so the API executes; on the right {A} is completed, so it replays the stored 201 Created. The client need not know which world it is in.",
        changes: &[
            ChangeTexts {
                button: "Same key",
                text: "Left ({run 02}): 2 attempts, 1 order, 0 replays. Right ({run 01}, at 30 s and 60 s): 3 attempts, 1 order, 2 replays.",
            },
            ChangeTexts {
                button: "New key",
                text: "Left: 1 order. Right ({run 03}): 2. Watch the second look-up on the right: {B} is new to the API, so it writes order 2.",
            },
            ChangeTexts {
                button: "Give up",
                text: "Left: 0 orders. Right ({run 32}): 1, and Lin does not know. Both stay “unknown”.",
            },
        ],
        notes: &[],
        truth: "1 intent, 1 order; on the right each further send is a replay: at 30 s and, though the client knows by then, at 60 s. The client cannot tell left from right; of the three ways only the same key ends with one order in both.",
        not_shown: "One message lost on each side, no crash, every retry within the retention.",
    },
    LessonTexts {
        title: "Same key or new key",
        figure: "One click, two orders",
        summary: "A retry keeps its key, a second purchase needs a new one, a body hash fails at both.",
        story: &[
            "The response is lost again. At 30 s the client retries, but under {B}. The API has never seen {B}, takes it for something else and writes order 2.",
            "A new key can be right. Ten seconds after an order, Lin wants two more. Same parameters, new intent, so a new key.",
            "Someone suggests a short cut: a hash of the body as the key. Same body, same key, nothing to store.",
        ],
        predict: "With the body hash as the key, Lin buys twice, 10 s apart, and means both. How many orders?",
        options: &[
            OptionTexts {
                label: "1",
                response: "As the run shows ({run 05}): the second gets order 1 replayed, and the client believes it done.",
                is_right: true,
            },
            OptionTexts {
                label: "2",
                response: "Two is what Lin wanted. But same body, same key: the API sees a retry.",
                is_right: false,
            },
            OptionTexts { label: "Not sure", response: "The API sees keys, not intents.", is_right: false },
        ],
        why: "{@Look-up c1#2}: same body, same hash, so the API finds a result and replays order 1. The second intent has no effect, yet it is answered 201 Created: a false belief.",
        changes: &[
            ChangeTexts {
                button: "One key per intent",
                text: "({run 04}) Equal parameters, two keys: 2 intents, 2 orders, 0 replays.",
            },
            ChangeTexts {
                button: "Swap fields",
                text: "({run 33}) Still the hash; a response is lost, the retry swaps its fields. Other text, other hash: 1 intent, 2 orders. It stopped a purchase and let a retry through.",
            },
        ],
        notes: &[],
        truth: "Intents → orders: retry, new key 1→2, wrong ({run 03}); purchase, new key 2→2, right ({run 04}); hash 2→1, wrong ({run 05}); hash, swapped 1→2, wrong ({run 33}).",
        not_shown: "Hashing a normalised body: it sees through swapped fields, yet cannot tell a second purchase.",
    },
    LessonTexts {
        title: "Same key, other parameters",
        figure: "One key, four sends, one order",
        summary: "Swapped fields replay, another quantity gets 409, a 400 leaves the key free.",
        story: &[
            "The client sends four times with {A}. The first asks for two: 201 Created, order 1. The second has its fields swapped; it means the same, so the API replays.",
            "The third asks for 3. {A} already stands for two, so the API answers 409 Conflict and the ledger stays put. The fourth asks for two and gets order 1 replayed: the 409 left the first result alone.",
        ],
        predict: "Another time the response is lost. At 30 s the client asks for 3 under {A} and gets a 409. What does it now know of its first order?",
        options: &[
            OptionTexts {
                label: "It failed",
                response: "The 409 refused three. Order 1, for two, is in the ledger.",
                is_right: false,
            },
            OptionTexts {
                label: "It went through",
                response: "Order 1 is there, but the 409 does not say so: {A} stands for other parameters, and its record could hold a 500.",
                is_right: false,
            },
            OptionTexts {
                label: "Still unknown",
                response: "As the run shows ({run 29}): order 1 is there, the client still notes “unknown”.",
                is_right: true,
            },
        ],
        why: "{@Look-up c1#2}: the parameters differ, so the API neither executes nor tells how the first send ended. The 409 settles its own request; the first is still open.",
        changes: &[
            ChangeTexts {
                button: "Ask for two again",
                text: "At 60 s, quantity 2 again. The parameters match the first send, the API replays the 201, “unknown” becomes “done: order 1”.",
            },
            ChangeTexts {
                button: "Correct a 400",
                text: "({run 07}) Quantity 0 stops short of the line “Execution begins here”: 400 Bad Request, `{\"error\":\"invalid parameters\"}`, no record. At 1 s, same key, quantity 1: 201, order 1, executed, not replayed. It works because nothing had executed under {A}.",
            },
        ],
        notes: &[
            "What a fingerprint cannot settle: is an omitted field its default, is 2.0 the same as 2, do unknown fields count, when do two arbitrary bodies mean the same? The example API, two fields and integers only, avoids these; it does not solve them.",
        ],
        truth: "{Run 06}: 1 order, 2 replays, one 409. {Run 29}: 1 order, client unknown. {Run 07}: 400, then 201, 1 order.",
        not_shown: "The 409 for other parameters is this API’s choice; others may choose otherwise.",
    },
    LessonTexts {
        title: "Two at once",
        figure: "Two orders, nothing failed",
        summary: "The same request twice, 20 ms apart: a 409, a wait, or two orders.",
        story: &[
            "Lin double-clicks Order. Two sends 20 ms apart: one intent, one key. Writing an order takes 200 ms, so the second arrives while the first is at work.",
            "This API looks, then acts. Both find nothing under {A} and both act: order 1, order 2. No message was lost, nothing crashed.",
            "The second must not start. The API has to claim {A} before it acts, so that a latecomer meets the claim.",
        ],
        predict: "Now the API claims first, then commits order and record together. What does the second get?",
        options: &[
            OptionTexts {
                label: "201, order 1",
                response: "That is the other arrangement, waiting. This API answers 409 at once.",
                is_right: false,
            },
            OptionTexts {
                label: "201, order 2",
                response: "The first send holds {A}; the second never touched the ledger.",
                is_right: false,
            },
            OptionTexts {
                label: "409",
                response: "As the run shows ({run 08}): `{\"error\":\"request in progress\"}`, and only order 1.",
                is_right: true,
            },
        ],
        why: "{@Look-up c1#2}: {A} is in flight and attempt 1 holds it, so the API does not start and answers 409 Conflict at 0.060 s. That says “in progress”, not how it ends; the client is at “unknown” until 0.280 s.",
        changes: &[
            ChangeTexts {
                button: "Wait instead",
                text: "({run 09}) The second waits from 0.060 s to 0.240 s. Both hear order 1 at 0.280 s: one executed, one replayed, 1 order.",
            },
            ChangeTexts {
                button: "One transaction: refused",
                text: "({run 25}) Claim, order and record share one transaction, unseen until it commits at 0.240 s. The second cannot see the claim and only meets the lock on {A}: the API answers 409 at 0.060 s. 1 order.",
            },
            ChangeTexts {
                button: "One transaction: waits",
                text: "({run 24}) The second waits for the lock on {A} from 0.060 s; the commit at 0.240 s lets it find the result. Both hear order 1 at 0.280 s: one executed, one replayed, 1 order.",
            },
        ],
        notes: &[],
        truth: "Look, then act: 1 intent, 2 orders ({run 10}). Claim, and reject ({run 08}; a send at 5 s gets a replay) or wait ({run 09}): 1 order.",
        not_shown: "The owner never crashes; one service, one store; what waiting costs is not drawn.",
    },
    LessonTexts {
        title: "The key expires",
        figure: "Two hours late, one order too many",
        summary: "At 23 h a retry is a replay; at 26 h it may be a new order.",
        story: &[
            "The response to Lin’s order is lost and nobody notices. At 26 h a background job retries: same {A}, same parameters.",
            "The API promises to keep the record for at least 24 h from the first arrival of {A}. At 26 h it is gone, {A} runs as new: order 2.",
            "The API kept its promise. The client’s retry window was longer.",
        ],
        predict: "Another service promises 24 h too. At 26 h the same key comes again. Must the outcome be the same?",
        options: &[
            OptionTexts {
                label: "Yes, order 2",
                response: "The promise is a floor. In {run 41} the record stays 6 h longer; at 26 h it is still replayed.",
                is_right: false,
            },
            OptionTexts {
                label: "No",
                response: "As the runs show: {run 12} executes, order 2; {run 41} replays, order 1. Both kept the promise.",
                is_right: true,
            },
        ],
        why: "{@Look-up c1#2}: is the record still there? After 24 h both gone and kept honour the promise. The client cannot know which and can rely on neither.",
        changes: &[
            ChangeTexts {
                button: "Retry at 23 h",
                text: "({run 11}) The record is there: order 1 replayed, 1 order in all. A retry window inside the retention leaves nothing to guess.",
            },
            ChangeTexts {
                button: "Last millisecond",
                text: "({run 40}) Arrival decides: 1 ms before the end, order 1 replayed; exactly at the end, executed, order 2.",
            },
        ],
        notes: &[],
        truth: "Within the retention, 1 order ({run 11}). After it, no promise: gone, 2 orders ({run 12}); still there, 1 ({run 41}).",
        not_shown: "One clock, removal to the millisecond. Real services: see their documentation.",
    },
];
