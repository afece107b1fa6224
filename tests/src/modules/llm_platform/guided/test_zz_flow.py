import time, pytest
from apps.api.agents.phases import Phase

SCOPE = {
    "target_market": "us_stocks",
    "target_instrument": "DEMO5",
    "opportunity_frequency_bucket": "few_per_week",
    "holding_period_bucket": "swing_days",
    "strategy_family_choice": "trend_continuation",
}
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_flow(begin, desk):
    for lang, yes in (("zh", "确认"), ("en", "confirm")):
        talk = begin(lang)

        async def go(*a, **k):
            t = time.time()
            r = await talk.say(*a, **k)
            print("\n>>>", a, round(time.time() - t, 2), r.called, r.patch, [c.type for c in r.cards])
            print(r.text)
            return r

        a = await go("继续", Phase.STRATEGY, "draft", scope=SCOPE)
        sid = a.patch["strategy_id"]
        st = dict(scope=SCOPE, strategy={"strategy_id": sid})
        a = await go("周期长一点" if lang == "zh" else "make it longer", Phase.STRATEGY, "backtest", **st)
        a = await go("止损紧一点" if lang == "zh" else "tighter stop", Phase.STRATEGY, "backtest", **st)
        a = await go(yes, Phase.STRATEGY, "backtest", **st)
        jid = a.patch["backtest_job_id"]
        a = await go("继续", Phase.STRESS_TEST, "bootstrap", **st)
        rid = a.patch["stress_report_id"]
        for _ in range(6):
            a = await go(
                "继续", Phase.STRESS_TEST, "scenario", stress={"stress_report_id": rid, "status": "running"}, **st
            )
            if "stress.report" in a.called:
                break
        from tests.apps.mcp.people import let_pass

        await let_pass(desk, sid)
        a = await go("好", Phase.DEPLOYMENT, "target", **st)
        a = await go(
            "模拟盘",
            Phase.DEPLOYMENT,
            "confirm",
            deployment_target="paper",
            **st,
            understood=[{"field": "deployment_target", "value": "paper", "label": "模拟盘"}],
        )
        a = await go(
            "继续",
            Phase.DEPLOYMENT,
            "rollout",
            deployment_target="paper",
            deployment_confirmation_status="confirmed",
            **st,
        )
        did = a.patch["deployment_id"]
        d = {"deployment": {"deployment_id": did, "status": "deployed"}}
        for w in (
            ["状态", "持仓", "订单", "暂停", "停止", "停止并平仓"]
            if lang == "zh"
            else ["status", "positions", "orders", "pause it", "stop it", "stop it and flatten"]
        ):
            a = await go(w, Phase.COMPLETED, "watch", **d)
        a = await go(
            "研究一下 DEMO5" if lang == "zh" else "what does the desk think of DEMO5?", Phase.STRATEGY, "backtest", **st
        )
