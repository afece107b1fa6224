// What the cards of strategies say in a conversation.
import { defineWords } from "../../../i18n/words";

export const cardWords = defineWords(
  {
    unsaved: "未保存",
    confirmed: "你已确认",
    unconfirmed: "等你确认",
    open: "打开策略",
    newest: "这张卡片是第 {version} 版，策略现在是第 {latest} 版。",
    change: "与第 {version} 版相比",
    invalid: "这份草稿还不是有效的策略，要改的地方：",

    draft_title: "一份草稿",
    draft_save: "保存这份草稿",
    draft_save_said: "请保存这份草稿。",

    confirm_title: "这就是你要的规则吗？",
    confirm_text: "确认之后才能回测和压力测试。之后仍可以修改，每次修改都要重新确认。",
    confirm_backtest: "确认后立即回测",
    confirm_advance: "如果这套规则的回测已经完成，直接进入压力测试",
    confirm: "确认这套规则",

    done: "已确认，保存为第 {version} 版。",
    done_backtest: "回测已经开始。",
    done_backtest_there: "这套规则已经有一次回测。",
    done_see_backtest: "看回测",
    moved_strategy_confirmed_and_backtest_done: "回测已完成，对话进入压力测试。",
    moved_backtest_not_done: "回测还没有完成，所以还没有进入压力测试。",
    moved_already_in_stress_test: "对话已经在压力测试这一步。",
    go_on: "告诉投研台，继续",
    go_on_said: "我已确认这套规则，请继续。",
  },
  {
    unsaved: "Not saved",
    confirmed: "You confirmed it",
    unconfirmed: "Waits for your word",
    open: "Open the strategy",
    newest: "This card shows version {version}; the strategy is now at version {latest}.",
    change: "Against version {version}",
    invalid: "This draft is not a valid strategy yet; to correct:",

    draft_title: "A draft",
    draft_save: "Save this draft",
    draft_save_said: "Please save this draft.",

    confirm_title: "Are these the rules you want?",
    confirm_text:
      "Backtest and stress test come after your word. You can still change the rules; each change asks for your word again.",
    confirm_backtest: "Start the backtest right away",
    confirm_advance:
      "Go straight on to the stress test if the backtest of these very rules is done",
    confirm: "Confirm these rules",

    done: "Confirmed and stored as version {version}.",
    done_backtest: "The backtest has started.",
    done_backtest_there: "These rules have a backtest already.",
    done_see_backtest: "See the backtest",
    moved_strategy_confirmed_and_backtest_done:
      "The backtest is done, and the conversation moved on to the stress test.",
    moved_backtest_not_done:
      "The backtest is not done, so the conversation has not moved on to the stress test.",
    moved_already_in_stress_test: "The conversation is already at the stress test.",
    go_on: "Tell the desk and go on",
    go_on_said: "I confirmed these rules. Please go on.",
  },
);
