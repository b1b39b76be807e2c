//! English: lesson 6.

use super::super::gap::{GapTexts, GapWords};
use super::super::lessons::{ChangeTexts, LessonTexts, OptionTexts};

pub(super) const GAP: GapTexts = GapTexts {
    lesson: LessonTexts {
        title: "The gap between effect and record",
        figure: "The effect is made, the record is not",
        summary: "Six ways to write it, rung by rung: how each breaks and why; and what helps when the effect is at an outside provider.",
        story: &[
            "In lessons 1 to 5 order and record mostly committed together; only “Look, then act” in lesson 4 wrote them apart. Real services often do, and between the two writes is the gap.",
            "This API looks, then acts: look up, write the order, write the record, each committed alone. The order is there, the service dies, the record is not.",
            "At 60 s the client retries under the same key. Nothing is recorded under {A}, and the API makes another order.",
        ],
        predict: "What closes this gap?",
        options: &[
            OptionTexts {
                label: "Claim the key before writing the order",
                response: "A claim makes a latecomer stop; after a crash it either blocks for good or is taken over and the work done again. See the rung “Claim first”.",
                is_right: false,
            },
            OptionTexts {
                label: "Wait longer before the retry",
                response: "No wait is long enough: the record was not written and never will be.",
                is_right: false,
            },
            OptionTexts {
                label: "Commit order and record together",
                response: "As the runs show: with “One transaction”, and with “Claim, then commit” whose claims have a lease, there is 1 order after a crash and a retry. Without a lease a crash before the commit leaves it stuck, with no order.",
                is_right: true,
            },
        ],
        why: "The record says that it was done; the effect is that it was done. Committed apart, a stop anywhere between them leaves one without the other. Both or neither: then there is no gap.",
        changes: &[
            ChangeTexts {
                button: "One transaction, effect outside",
                text: "A transaction covers its own tables, not the outside. The charge is made, the service dies, the transaction rolls back, the charge stays. The retry charges again.",
            },
            ChangeTexts {
                button: "Forward the key",
                text: "The provider makes one charge per key. The retry brings the same key, and it answers with the charge that it has.",
            },
            ChangeTexts {
                button: "Forwarded, two tenants",
                text: "Two tenants happen to use one key. The provider cannot tell them apart and hands t1’s charge to t2: nothing was charged for t2, which believes it was.",
            },
            ChangeTexts {
                button: "A derived key, per tenant",
                text: "Before forwarding, make a new key of tenant and key. Each tenant has its own charge, and retries are still recognised.",
            },
            ChangeTexts {
                button: "The provider forgets first",
                text: "The provider remembers keys for 10 minutes. After an hour the same derived key is new to it. Your promise cannot outlast its memory.",
            },
            ChangeTexts {
                button: "A provider that forgets keys: ask first",
                text: "It honours no key, but it can be asked: every charge carries a reference. The request that takes over asks, finds the charge, and makes none.",
            },
            ChangeTexts {
                button: "A provider that cannot be asked: park",
                text: "No keys and no query leave nothing to go by. The request that takes over does not act: the intent is parked as unknown for a person. The client stays at “unknown”, which is the truth.",
            },
            ChangeTexts {
                button: "A stalled owner, effect outside",
                text: "The owner stands still for 40 s, its lease is 30 s. Another takes over and charges; the first wakes up and charges too. A local commit would stop it, a charge outside does not.",
            },
            ChangeTexts {
                button: "The provider checks the claim’s number",
                text: "Every claim has a number, later ones larger. A provider that has seen the newer one refuses the older. The number protects only a resource that checks it.",
            },
            ChangeTexts {
                button: "Outbox: the message commits with the order",
                text: "The message is a row that commits with the order; a relay delivers it. When the acknowledgement is lost it delivers again, and the consumer acts twice.",
            },
            ChangeTexts {
                button: "The consumer keeps an inbox",
                text: "The consumer commits the message’s id with its own effect. When the message comes again it knows it and does nothing.",
            },
            ChangeTexts {
                button: "The inbox row comes late",
                text: "Effect first, inbox row after it: that is the gap again. A message that comes in between is acted on twice.",
            },
            ChangeTexts {
                button: "The inbox forgets too",
                text: "The inbox row is kept for an hour, the message comes again after two: unknown. The promise is as long as the memory.",
            },
            ChangeTexts {
                button: "Committed, acknowledgement lost",
                text: "The database committed, the acknowledgement did not come back: the service itself does not know, like a client that lost its response, and can only say 500. A retry under the same key finds the record and replays order 1.",
            },
            ChangeTexts {
                button: "Acknowledgement lost, new key",
                text: "A new key after that 500 is a new request to the service: a second order.",
            },
            ChangeTexts {
                button: "The client asks, and finds it",
                text: "The response is lost. Instead of trying again the client asks by its key: order 1 is there, “unknown” is over, and nothing more was made.",
            },
            ChangeTexts {
                button: "Asked too early, then a new key",
                text: "Not found does not mean never: the original is still on its way. The client sends under a new key, and in the end both are executed. After “not found”, keep the old key.",
            },
        ],
        notes: &[
            "“Transaction only” has no unique rule and no lock: two requests find nothing, and both commit. A transaction covers crashes, not two at once.",
            "An outbox does not deliver just once: a message may come again, and the consumer has to know it.",
        ],
        truth: "In the local ledger, “One transaction” ends with 1 order in every trial, though the client whose owner stalled is left at “unknown”; “Claim, then commit” needs a lease so as not to be stuck. Outside it takes a provider that honours keys, or one that can be asked, or an honest “unknown”.",
        not_shown: "One database, of whose isolation only two outcomes are drawn; leases run on one exact clock; a crash of the consumer is not drawn.",
    },
    words: GapWords {
        lost_response: "Response lost",
        two_at_once: "Two at once",
        crash_claim: "Crash after claim",
        crash_effect: "Crash after effect",
        crash_record: "Crash after record",
        crash_commit: "Crash after commit",
        short_lease: "Lease shorter than work",
        stall: "Stalls and comes back",
        ladder: "The ladder: write orders",
        break_it: "Break it",
        lease: "Claims have a 30 s lease",
        next_rung: "Next rung: {name}",
        top: "This is the top rung. An effect outside breaks it all the same: see below.",
        outside: "The effect at an outside provider",
        g_keys: "Hand the provider a key",
        g_unknown: "The provider honours no key",
        g_fence: "An owner that comes back",
        g_outbox: "Outbox and inbox",
        g_commit: "The service itself does not know",
        g_ask: "The client asks first",
        holds: "1 effect",
        twice: "{n} effects",
        mails: "{n} side effects",
        stuck: "Stuck",
        other: "Not sound",
        what_came_out: "What came out",
    },
};
