//! Chinese: the verdict.

use super::super::verdict::VerdictTexts;

pub(super) const VERDICT: VerdictTexts = VerdictTexts {
    effect_twice: "{intent}做了{n}个效果：{@effects}。",
    new_key: "重试换了键，API没见过{@look-up}。",
    own_keys: "两个客户端为同一意图各造各的键{@look-up}。",
    race: "两次查键都在写记录之前{@look-ups}，谁也没占位。",
    crash: "崩溃落在效果与记录之间{@crash}，重试看不出已经做过。",
    lease: "租约先于工作结束{@lease}，接手的又做一遍。",
    released: "效果已做，出错后键又放开了{@released}。",
    provider: "外部服务不认键，回滚也管不到它{@effect}。",
    ignored: "这个服务不理会键。",
    expiry: "契约没有违反：{key}过了保留期才重试{@expired}，客户端的重试窗口太长。",
    two_final_outcomes: "{key}名下，同一段保留期里有两个最终回答：{@a}；{@b}。",
    replay_differs: "给{attempt}的重放是{@b}，{key}名下第一个最终回答却是{@a}。",
    false_belief: "{client}认定{intent}已成{@heard}，{order}却不是它的效果。",
    false_refusal: "{client}认定{intent}被拒{@heard}，它其实有效果{@effect}。",
    stuck: "{key}一直处理中{@claim}：{owner}占着却已不在{@crash}，没有租约来了结，{client}不知道结果。",
    effect_lost: "{client}收到已成{@heard}，效果后来没了{@lost}。",
    foreign_answer: "{attempt}的响应取自另一个租户的记录{@replayed}。",
    nothing_found: "没有发现问题。{i}个意图，{e}个效果，每个意图最多1个{@effects}。",
    nothing_sent: "还没有发送，没有可判定的。",
    replays: "{r}次重放，与该键第一个最终回答逐字节相同{@replays}。",
    replays_of_record: "{r}次重放，逐字节取自记录{@replays}。",
    all_settled: "每个客户端认定的，都与实际相符。",
    some_unknown: "{u}个意图，客户端仍不知道结果：没认错，也没了结。",
    fault_idle: "这个故障没有发生（{fault}）：{attempt}没走到那一步。",
    fault_unsent: "这个故障没有发生（{fault}）：{attempt}没有发出。",
    cut_short: "运行停在上限{@limit}，判定只管已跑的部分。",
};
