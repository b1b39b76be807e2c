//! Chinese: lesson 6.

use super::super::gap::{GapTexts, GapWords};
use super::super::lessons::{ChangeTexts, LessonTexts, OptionTexts};

pub(super) const GAP: GapTexts = GapTexts {
    lesson: LessonTexts {
        title: "空档：效果和记录之间",
        figure: "效果做成了，记录还没写",
        summary: "六种写法，一级一级往上：每一级怎么坏，为什么；效果在外部服务时，哪些办法有用。",
        story: &[
            "前五课里，订单和记录大多一起提交，只有第4课的「先查再做」分开写。现实里常常分开写，两次写之间就是空档。",
            "这个API先查再做：查键，写订单，写记录，各自提交。订单写好，服务崩溃，记录没写。",
            "第60秒，客户端同键重试。记录里没有{A}，API又写了一笔。",
        ],
        predict: "要补上这个空档，哪一步最关键？",
        options: &[
            OptionTexts {
                label: "先占下键，再写订单",
                response: "占位让后到的停下来，但崩溃之后，占位要么卡住，要么被人接手再做一遍。看「先占位」那一级。",
                is_right: false,
            },
            OptionTexts {
                label: "重试之前多等一会儿",
                response: "等多久也没用：记录没写，以后也不会有。",
                is_right: false,
            },
            OptionTexts {
                label: "订单和记录一起提交",
                response: "与运行一致：「一个事务」，还有占位带租约的「占位后提交」，崩溃之后重试，都只有1笔订单。没有租约，提交前崩溃就卡住，没有订单。",
                is_right: true,
            },
        ],
        why: "记录说的是「做过」，效果是「做成」。两样分开提交，中间任何一点停下，就有一样没有。要么都有，要么都没有，才没有空档。",
        changes: &[
            ChangeTexts {
                button: "一个事务，效果在外面",
                text: "事务管得住自己的表，管不住外面。效果做成，服务崩溃，事务回滚，外面那笔还在。重试再扣一次。",
            },
            ChangeTexts {
                button: "把键原样转发",
                text: "外部服务每个键只做一次。重试带同一个键，它回原来那笔，没有再做。",
            },
            ChangeTexts {
                button: "原样转发，两个租户",
                text: "两个租户碰巧用了同一个键。外部服务分不清，把t1那笔当作t2的结果：t2没扣款，却以为成了。",
            },
            ChangeTexts {
                button: "派生的键，分租户",
                text: "转发之前，把租户和键合成一个新键。两个租户各扣各的，重试仍认得。",
            },
            ChangeTexts {
                button: "外部服务先忘了键",
                text: "外部服务只记10分钟。1小时后重试，同样的派生键，它当成新的。你的承诺不能比它的长。",
            },
            ChangeTexts {
                button: "不认键的外部服务：先问",
                text: "它不认键，但查得到：每笔带着参考号。接手的请求先问，查到了，不再做。",
            },
            ChangeTexts {
                button: "查不到的外部服务：挂起",
                text: "不认键，也查不到，就不能猜。接手的请求不做，把意图记成结果未知，等人来查。客户端仍是未知，这是实话。",
            },
            ChangeTexts {
                button: "停顿的占位者，外部效果",
                text: "占位者停了40秒，租约30秒。别人接手，扣了一笔；它醒来，接着扣。本地的提交挡得住它，外面的扣款挡不住。",
            },
            ChangeTexts {
                button: "外部服务核对占位编号",
                text: "每次占位有编号，越晚越大。外部服务见过新编号，就拒绝旧的。编号只护得住肯核对它的一方。",
            },
            ChangeTexts {
                button: "出件箱：消息和订单一起提交",
                text: "要发的消息写成一行，和订单一起提交，转发任务再去送。确认丢了，它会再送：消费方做了两次。",
            },
            ChangeTexts {
                button: "消费方有收件记录",
                text: "消费方把消息号和自己的效果放进一个事务。再送来，它认得，什么也不做。",
            },
            ChangeTexts {
                button: "收件记录晚一步",
                text: "先做效果，后写收件记录，中间就是空档。消息正好在这时再来，又做一次。",
            },
            ChangeTexts {
                button: "收件记录也会过期",
                text: "收件记录只留1小时，消息2小时后再来：不认得了。去重的记忆有多长，承诺就有多长。",
            },
            ChangeTexts {
                button: "提交成了，确认丢了",
                text: "数据库提交了，确认没传回来：服务自己也不知道，和丢了响应的客户端一样，只能回500。同键重试，查到记录，重放订单1。",
            },
            ChangeTexts {
                button: "确认丢了，换了新键", text: "500之后换新键，记录就认不出来：第二笔订单。"
            },
            ChangeTexts {
                button: "客户端来问：查到了",
                text: "响应丢了，客户端不重试，拿键去问。查到订单1，不再是未知，也没有多做。",
            },
            ChangeTexts {
                button: "问得太早，换了新键",
                text: "没查到，不等于没有：原来的请求还在路上。客户端换新键再发，最后两份都做成了。没查到，就还用原来的键。",
            },
        ],
        notes: &[
            "「只有事务」没有唯一约束，也不加锁：两个请求都没查到，都提交。事务管得住崩溃，管不住同时到达。",
            "出件箱不是只送一次：消息可能送来多次，靠消费方认得。",
        ],
        truth: "本地账本：「一个事务」每种试法都只有1笔，停住又回来的那次，客户端仍是未知；「占位后提交」要有租约，才不会卡住。效果在外面：靠外部服务认键，或能被问到，或者老实记成未知。",
        not_shown: "只有一个数据库，隔离级别只画了两种结局；租约的时钟没有误差；消费方自己的崩溃没有画。",
    },
    words: GapWords {
        lost_response: "响应丢失",
        two_at_once: "两次同时到",
        crash_claim: "占位后崩溃",
        crash_effect: "效果后崩溃",
        crash_record: "记录后崩溃",
        crash_commit: "提交后崩溃",
        short_lease: "租约短于工作",
        stall: "停住又回来",
        ladder: "梯子：写法",
        break_it: "试着弄坏它",
        lease: "占位带30秒租约",
        next_rung: "上一级：{name}",
        top: "这是最高一级。效果在外面，还是会坏：看下面。",
        outside: "效果在外部服务",
        g_keys: "键交给外部服务",
        g_unknown: "外部服务不认键",
        g_fence: "停住又回来的占位者",
        g_outbox: "出件箱和收件记录",
        g_commit: "服务自己也不知道",
        g_ask: "客户端先问",
        holds: "1个效果",
        twice: "{n}个效果",
        mails: "{n}个副作用",
        stuck: "卡住",
        other: "有问题",
        what_came_out: "运行结果",
    },
};
