"""The sentences of the desk itself, where the answer has none or broke off; always in the person's language."""

from collections.abc import Mapping, Sequence

from apps.api.agents.phases import Phase
from apps.api.orchestration.stop_criteria import Criterion
from packages.domain.conversation.model import Language

Words = Mapping[Language, str]

_WHY: Mapping[str, Words] = {
    "timeout": {"zh": "回答超时了", "en": "The answer took too long"},
    "connection": {"zh": "与模型的连接断开了", "en": "The connection to the model was lost"},
    "rate_limit": {"zh": "模型服务正忙", "en": "The model's server is busy"},
    "server": {"zh": "模型服务出了故障", "en": "The model's server failed"},
    "refused": {
        "zh": "模型服务拒绝了请求，请检查设置里的密钥和模型",
        "en": "The model's server refused the request: check the key and model in the settings",
    },
    "crashed": {"zh": "回答途中程序中断了", "en": "The desk was interrupted in the middle of the answer"},
    "internal": {"zh": "我们这边出了问题", "en": "Something went wrong on our side"},
}
_OTHER: Words = {"zh": "回答中断了", "en": "The answer broke off"}
_AGAIN: Words = {
    "zh": "。您的消息已保存，请再发送一次。",
    "en": ". Your message is kept: please send it again.",
}
_STOPPED: Words = {"zh": "（已停止）", "en": "(Stopped.)"}
_LIMITS: Mapping[Criterion, Words] = {
    Criterion.TURNS: {
        "zh": "我们在这一步已经谈了很多轮。不妨先定下当前的版本，或者退回上一步换个思路。",
        "en": "We have spent many turns on this step. Consider settling on what stands, or going a step back "
        "for another idea.",
    },
    Criterion.PERFORMANCE: {
        "zh": "最近三次回测都没有提高样本外夏普比率。继续调参只会增加过拟合的风险，建议停下来换个思路。",
        "en": "The last three backtests did not improve the out-of-sample Sharpe ratio. Further tuning mostly adds "
        "the risk of overfitting: consider stopping here or trying another idea.",
    },
}
_EMPTY: Mapping[Phase, Words] = {
    Phase.KYC: {
        "zh": "为了给您合适的建议，我还需要了解：{missing}。",
        "en": "To advise you well I still need to know: {missing}.",
    },
    Phase.PRE_STRATEGY: {
        "zh": "确定策略方向之前，还需要您选择：{missing}。",
        "en": "Before we draft a strategy, please choose: {missing}.",
    },
    Phase.STRATEGY: {
        "zh": "策略这一步还差：{missing}。您可以让我起草、修改或回测策略。",
        "en": "The strategy still needs: {missing}. Ask me to draft, change or backtest it.",
    },
    Phase.STRESS_TEST: {
        "zh": "压力测试这一步还差：{missing}。您可以让我运行压力测试，或决定部署、修改还是搁置。",
        "en": "The stress test still needs: {missing}. Ask me to run it, or decide to deploy, revise or hold.",
    },
    Phase.DEPLOYMENT: {
        "zh": "部署之前还需要：{missing}。默认先用模拟账户。",
        "en": "Before deploying I still need: {missing}. Paper comes first.",
    },
}
_NOTHING: Words = {
    "zh": "这次没有得到回答。请换个说法再试一次。",
    "en": "There was no answer this time. Please try again in other words.",
}
NAMES: Mapping[str, Words] = {
    "trading_years_bucket": {"zh": "交易年限", "en": "years of trading"},
    "risk_tolerance": {"zh": "风险承受能力", "en": "risk tolerance"},
    "return_expectation": {"zh": "收益预期", "en": "what you expect of your money"},
    "target_market": {"zh": "目标市场", "en": "market"},
    "target_instrument": {"zh": "交易标的", "en": "instrument"},
    "opportunity_frequency_bucket": {"zh": "交易频率", "en": "how often to trade"},
    "holding_period_bucket": {"zh": "持仓周期", "en": "holding period"},
    "strategy_family_choice": {"zh": "策略类型", "en": "family of strategies"},
    "strategy_id": {"zh": "策略", "en": "a strategy"},
    "strategy_confirmed": {"zh": "您对策略的确认", "en": "your confirmation of the strategy"},
    "backtest_job_id": {"zh": "回测", "en": "a backtest"},
    "backtest_status": {"zh": "完成的回测", "en": "a finished backtest"},
    "stress_report_id": {"zh": "压力测试报告", "en": "a stress report"},
    "stress_test_decision": {"zh": "您的决定（部署、修改或搁置）", "en": "your decision (deploy, revise or hold)"},
    "deployment_target": {"zh": "部署目标（模拟或实盘）", "en": "target (paper or live)"},
    "selected_broker_account_id": {"zh": "交易账户", "en": "an account"},
    "deployment_confirmation_status": {"zh": "您对部署的确认", "en": "your confirmation"},
    "deployment_id": {"zh": "部署", "en": "the deployment"},
    "deployment_status": {"zh": "部署状态", "en": "its status"},
}


def interrupted(language: Language, category: str, shown: str) -> str:
    """What is added when an answer broke off; a paragraph of its own behind what was shown."""
    sentence = _WHY.get(category, _OTHER)[language] + _AGAIN[language]
    return f"\n\n{sentence}" if shown.strip() else sentence


def stopped(language: Language, shown: str) -> str:
    """What is added when the person stopped the answer."""
    return f"\n\n{_STOPPED[language]}" if shown.strip() else _STOPPED[language]


def limits_told(language: Language, criteria: Sequence[Criterion], shown: str) -> str:
    """What is added when it is time to stop and think; nothing when it is not."""
    sentences = "\n\n".join(_LIMITS[each][language] for each in criteria)
    return f"\n\n{sentences}" if sentences and shown.strip() else sentences


def empty_reply(language: Language, phase: Phase, missing: Sequence[str]) -> str:
    """What is said instead of nothing: what the phase still needs."""
    words = _EMPTY.get(phase)
    if words is None or not missing:
        return _NOTHING[language]
    comma = "、" if language == "zh" else ", "
    return words[language].format(missing=comma.join(field_name(each, language) for each in missing))


def field_name(field: str, language: Language) -> str:
    return NAMES[field][language] if field in NAMES else field
