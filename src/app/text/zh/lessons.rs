//! Chinese: the lessons.

use super::super::lessons::{ChangeTexts, LessonTexts, OptionTexts};

pub(super) const LESSONS: [LessonTexts; 5] = [
    LessonTexts {
        title: "响应丢了",
        figure: "看起来一样，账本不一样",
        summary: "请求丢了，响应丢了，客户端看来一样，账本差一笔。",
        story: &[
            "小林要两本笔记本，点了一次「下单」。客户端先造好幂等键{A}（放在请求头`Idempotency-Key`里），和参数、目标一起存下，再发出`POST /orders`（请服务端新建一笔）。",
            "图里是两个世界。左边，请求丢在去程。右边，请求到了，账本写入订单1，响应丢在回程。",
            "两边的客户端都等满2秒，没有回音，记下「未知」。若记成「失败」，右边就错了。",
        ],
        predict: "第30秒，两边都用{A}再发一次。最后左右账本各有几笔？",
        options: &[
            OptionTexts {
                label: "左1右1",
                response: "与运行一致：左边第一次执行，右边重放，字节一样。",
                is_right: true,
            },
            OptionTexts {
                label: "左1右2", response: "右边的API认出{A}，没有再写。", is_right: false
            },
            OptionTexts {
                label: "左0右1", response: "左边第二次送到就执行了，也是1笔。", is_right: false
            },
            OptionTexts {
                label: "说不准", response: "客户端这时也说不准。看两边的账本。", is_right: false
            },
        ],
        why: "{@look-up c1#2}：左边没有{A}的记录，API执行；右边{A}已完成，API重放存下的201 Created（已创建）。客户端不必知道自己在哪个世界。",
        changes: &[
            ChangeTexts {
                button: "同键重试",
                text: "左（{run 02}）：尝试2，订单1，重放0。右（{run 01}，第30、60秒）：尝试3，订单1，重放2。",
            },
            ChangeTexts {
                button: "换新键",
                text: "左：1笔。右（{run 03}）：2笔。看右边第二次查键：API没见过{B}，写入订单2。",
            },
            ChangeTexts {
                button: "就此放弃",
                text: "左：0笔。右（{run 32}）：1笔，小林不知道。两边都停在「未知」。",
            },
        ],
        notes: &[],
        truth: "1个意图，1笔订单；右边再发都是重放：第30秒，还有第60秒（客户端这时已知道结果）。客户端分不出左右，三条路里只有同键在两边都是1笔。",
        not_shown: "每边只丢一条消息，没有崩溃，重试都在保留期内。",
    },
    LessonTexts {
        title: "同键，还是新键",
        figure: "一次点击，两笔订单",
        summary: "重试用同键，再买用新键，正文哈希两头出错。",
        story: &[
            "响应又丢了。第30秒客户端重试，却换了{B}。API没见过{B}，当成另一件事，写入订单2。",
            "新键也有用对的时候。小林下单10秒后，真的又要两本。参数一字不差，意图是新的，键也该是新的。",
            "有人想省事：拿正文哈希当键。正文一样，键就一样，什么也不用存。",
        ],
        predict: "拿正文哈希当键，小林隔10秒买两次，两次都要。账本里有几笔？",
        options: &[
            OptionTexts {
                label: "1",
                response: "与运行一致（{run 05}）：第二次收到订单1的重放，客户端以为也买成了。",
                is_right: true,
            },
            OptionTexts {
                label: "2",
                response: "小林要的是2。可正文相同，键就相同，API认作重试。",
                is_right: false,
            },
            OptionTexts {
                label: "说不准", response: "API看得见键，看不见意图。", is_right: false
            },
        ],
        why: "{@look-up c1#2}：正文相同，哈希相同，API查到已有结果，重放订单1。第二个意图没有效果，响应却是201 Created（已创建），客户端认错了。",
        changes: &[
            ChangeTexts {
                button: "一意图一个键",
                text: "（{run 04}）参数仍相同，两个键不同：2个意图，2笔订单，0次重放。",
            },
            ChangeTexts {
                button: "换字段顺序",
                text: "（{run 33}）还是哈希，这回响应丢了，重试换了字段顺序。文本变了，哈希就变：1个意图，2笔订单。新购买它拦下，真重试它放过。",
            },
        ],
        notes: &[],
        truth: "意图→订单：换键重试1→2，错（{run 03}）；再买用新键2→2，对（{run 04}）；哈希2→1，错（{run 05}）；哈希加换序1→2，错（{run 33}）。",
        not_shown: "先规范化再取哈希：认得出换序，仍分不出「再买一次」。",
    },
    LessonTexts {
        title: "同键，不同参数",
        figure: "同一个键，四次发送，一笔订单",
        summary: "换字段顺序会重放，换数量得409，400不占键。",
        story: &[
            "客户端用{A}发了四次。第一次要两本，得201 Created（已创建），订单1。第二次字段换了顺序，意思没变，API重放。",
            "第三次数量改成3。{A}名下已是「两本」，API回409 Conflict（冲突），账本不动。第四次改回两本，又重放订单1：409没有碰原来的结果。",
        ],
        predict: "另一次，响应丢了，结果未知。第30秒客户端把数量改成3，仍用{A}，收到409。头一次成没成，它现在知道吗？",
        options: &[
            OptionTexts {
                label: "没成",
                response: "409拒的是「三本」。「两本」的订单1早在账本里。",
                is_right: false,
            },
            OptionTexts {
                label: "成了",
                response: "账本里确有订单1，但409没有说。它只说{A}名下是别的参数，那条记录也可能存着500。",
                is_right: false,
            },
            OptionTexts {
                label: "还是未知",
                response: "与运行一致（{run 29}）：账本有订单1，客户端仍记「未知」。",
                is_right: true,
            },
        ],
        why: "{@look-up c1#2}：参数不符，API不执行，也不说头一次怎样了。409了结的是这次请求，头一次还悬着。",
        changes: &[
            ChangeTexts {
                button: "改回两本再发",
                text: "第60秒再发，数量2。参数与头一次相符，API重放201，「未知」变成「已成：订单1」。",
            },
            ChangeTexts {
                button: "改正400",
                text: "（{run 07}）数量0到不了「执行从这里开始」那条线：400 Bad Request（请求不合格），`{\"error\":\"invalid parameters\"}`，没有记录。第1秒同键再发，数量1：201，订单1，是执行，不是重放。能这样改，是因为{A}还没执行过。",
            },
        ],
        notes: &[
            "指纹定不了的事：省略字段算不算默认值，2.0算不算2，多出的字段比不比，任意两段正文何时同义。示例API只收两个字段、只认整数，绕开了这些，没有解决。",
        ],
        truth: "{run 06}：1笔订单，2次重放，1个409。{run 29}：1笔订单，客户端未知。{run 07}：先400，后201，1笔订单。",
        not_shown: "参数不同回409，是示例API的选择；别的服务可以另定。",
    },
    LessonTexts {
        title: "同时到达",
        figure: "没有故障，也下了两单",
        summary: "同样的请求先后隔20毫秒：回409，等待，还是下两单。",
        story: &[
            "小林双击了「下单」。两次发送隔20毫秒，一个意图，一个键。写订单要200毫秒，第二份送到时，第一份还没做完。",
            "这个API先查再做。两份都查键，都没查到{A}，都动了手：订单1，订单2。消息没丢，服务没崩。",
            "第二份不该开工。API要先占下{A}，再做事，让后到的撞上占位。",
        ],
        predict: "API改为先占位，订单和记录再一起提交。第二份会收到什么？",
        options: &[
            OptionTexts {
                label: "201，订单1",
                response: "那是另一种约定：等。这里的API当场回409。",
                is_right: false,
            },
            OptionTexts {
                label: "201，订单2", response: "{A}归第一份，第二份没有碰账本。", is_right: false
            },
            OptionTexts {
                label: "409",
                response: "与运行一致（{run 08}）：`{\"error\":\"request in progress\"}`，账本只有订单1。",
                is_right: true,
            },
        ],
        why: "{@look-up c1#2}：{A}处理中，归尝试1，API不开工，0.060秒就回409 Conflict（冲突）。它只说「在办」，没说结局；客户端到0.280秒才从「未知」变为「已成」。",
        changes: &[
            ChangeTexts {
                button: "改成等待",
                text: "（{run 09}）第二份从0.060秒等到0.240秒。两次都在0.280秒收到订单1：一次执行，一次重放，1笔订单。",
            },
            ChangeTexts {
                button: "一个事务：回409",
                text: "（{run 25}）占位、订单、记录在一个事务里，0.240秒提交之前别人看不见。第二份看不见占位，只碰到{A}的锁：0.060秒API回409。1笔订单。",
            },
            ChangeTexts {
                button: "一个事务：等待",
                text: "（{run 24}）第二份从0.060秒起等{A}的锁，0.240秒提交，才查到结果。两次都在0.280秒收到订单1：一次执行，一次重放，1笔订单。",
            },
        ],
        notes: &[],
        truth: "先查再做：1个意图，2笔订单（{run 10}）。先占位，回409（{run 08}，第5秒再发得重放）或等待（{run 09}）：1笔。",
        not_shown: "占位者没有崩溃；只有一份服务、一份记录；等待的代价没有画。",
    },
    LessonTexts {
        title: "键过期了",
        figure: "晚了两小时，多了一笔",
        summary: "第23小时重试是重放，第26小时可能是新订单。",
        story: &[
            "小林下单，响应丢了，没人看见。第26小时，后台任务重试，还是{A}，参数也没换。",
            "API承诺记录至少留24小时，从{A}第一次送到算起。第26小时记录已清除，{A}当成新的，账本写入订单2。",
            "API没有食言。客户端的重试窗口比承诺长。",
        ],
        predict: "另一个服务也承诺24小时。第26小时同键再发，结果一定一样吗？",
        options: &[
            OptionTexts {
                label: "一定，订单2",
                response: "承诺是下限。{run 41}里服务多留6小时，第26小时仍重放订单1。",
                is_right: false,
            },
            OptionTexts {
                label: "不一定",
                response: "与运行一致：{run 12}执行，订单2；{run 41}重放，订单1。都守了承诺。",
                is_right: true,
            },
        ],
        why: "{@look-up c1#2}：记录还在不在。过了24小时，清掉或留着都不违约，客户端无法预知，两种都不能指望。",
        changes: &[
            ChangeTexts {
                button: "提前到23小时",
                text: "（{run 11}）记录还在，重放订单1，账本1笔。重试窗口落在保留期里，就不用猜。",
            },
            ChangeTexts {
                button: "最后一毫秒",
                text: "（{run 40}）按送到算：到期前1毫秒，重放订单1；正好到期，执行，订单2。",
            },
        ],
        notes: &[],
        truth: "保留期内，1笔（{run 11}）。之后没有承诺：清了，2笔（{run 12}）；还在，1笔（{run 41}）。",
        not_shown: "只有一个时钟，清除精确到毫秒。真实服务留多久，看它的文档。",
    },
];
