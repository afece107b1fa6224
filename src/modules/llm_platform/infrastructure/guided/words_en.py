"""What the guided voice says, in English."""

EN: dict[str, str] = {
    "comma": ", ",
    "hello.kyc": (
        "Hello, I am the desk's guide by rules: there is no language model behind me. I lead you from a few "
        "questions about yourself to a strategy at work on paper, and every number I tell comes from a tool. "
        "Three questions first."
    ),
    "hello.pre_strategy": (
        "I am the desk's guide by rules (no language model). Your three answers are here already; now let us "
        "settle what to trade, how often, and for how long."
    ),
    "understood": "Noted: {field} is “{label}”.",
    "not_understood": (
        "I could read no answer in that. Take one of the options, or say it in its words; say “help” to hear what "
        "I can do."
    ),
    "still_missing": "Still needed: {fields}.",
    "settled.kyc": (
        "That is all about you; your answers bind every later step (drawdown, leverage, shorting). Next: the "
        "market and the instrument."
    ),
    "settled.pre_strategy": (
        "The scope is settled. Next I draft a strategy of the kind you chose, and explain it plainly."
    ),
    "not_granted": "That tool is not for this step: let us finish what is open first.",
    "tool_failed": "This did not work: {message}",
    "with_suggestion": "{message} (Suggestion: {suggestion})",
    "help": (
        "I am the guide by rules. I ask what is needed, draft and explain a strategy, backtest it, put it through "
        "the stress lab, deploy it on paper, show positions and orders, pause or stop. Say “research X” at any "
        "time to have the research team look at an instrument. I make up no numbers, and I can approve nothing "
        "for you."
    ),
    "help.kyc": "Now: answer three questions about yourself.",
    "help.pre_strategy": (
        "Now: choose market, instrument, frequency, holding time and the kind of strategy; say so to change one."
    ),
    "help.strategy": (
        "Now: read the rules and say “confirm” to backtest them, or say “longer”, “shorter”, “tighter stop”, "
        "“wider stop”, “smaller position”; say “another instrument” to choose again."
    ),
    "help.stress_test": (
        "Now: run the stress test, read the verdict and its reasons, then “deploy”, “revise” or “hold”."
    ),
    "help.deployment": "Now: choose paper, read the limits, and say “confirm”.",
    "help.completed": "Now: ask for “status”, “positions” or “orders”, or say “pause” or “stop”.",
    "ask.continue": "Shall we go on?",
    "ask.change": "What shall change?",
    "ask.after_backtest": "What next?",
    "ask.strategy_confirmed": "Shall it be these rules?",
    "ask.stress_test_decision": "After the stress test, what do you decide?",
    "ask.deployment_target": "Where shall it be deployed?",
    "ask.selected_broker_account_id": "On which account?",
    "ask.deployment_confirmation_status": "Deploy it like this?",
    "ask.stop_how": "What becomes of the positions?",
    "option.continue": "Go on",
    "option.again": "Run it again",
    "option.true": "Confirm these rules",
    "option.false": "I want to change something",
    "option.longer": "Longer periods",
    "option.shorter": "Shorter periods",
    "option.tighter": "Tighter stop",
    "option.wider": "Wider stop",
    "option.smaller": "Smaller position",
    "option.larger": "Larger position",
    "option.deploy": "Deploy",
    "option.revise": "Revise the strategy",
    "option.hold": "Hold for now",
    "option.paper": "Paper",
    "option.live": "Live money",
    "option.confirmed": "Confirm the deployment",
    "option.needs_changes": "Change something first",
    "option.stop_keep": "Stop and keep the positions",
    "option.stop_flatten": "Stop and flatten",
    "back.kyc": "All right, we answer the three questions about you anew.",
    "back.pre_strategy": "All right, we choose again. Tell me the other market or instrument.",
    "other_timeframe": "There are no {usual} bars of {symbol}, so I take {timeframe}, which are stored.",
    "no_bars": (
        "There are no bars of {symbol} for that holding time ({timeframes}), so nothing could be tested. Say "
        "“another instrument”, or choose another holding time."
    ),
    "not_valid": "The template did not pass the check: {problem}",
    "drafted": (
        "I drafted “{name}” from your choices; its numbers are customary, and untested on this instrument. The rules:"
    ),
    "stands": "The strategy now is “{name}” (version {version}). The rules:",
    "confirm_rules": (
        "Are they clear? Say “confirm” and I start the backtest; or say “longer”, “shorter”, “tighter stop”, "
        "“wider stop” or “smaller position”."
    ),
    "what_to_change": "What shall change?",
    "nothing_to_change": (
        "These rules have no number to change like that, or it is at the edge of its sensible range. Try another "
        "change."
    ),
    "changed": "Done, this is version {version}. Changed rules need your word and a backtest anew. What changed:",
    "backtest_next": "Confirmed. Say “go on” and I start the backtest.",
    "backtest_started": "The backtest has begun: signals on the close, fills at the next open, all costs charged.",
    "backtest_running": (
        "The backtest is not ready yet ({progress}). It runs by itself; say something in a while and I look again."
    ),
    "backtest_failed": "The backtest did not come through: {reason} Run it again, or change the rules.",
    "no_trades": (
        "Not one trade happened in all that time: the rules were never met, so the return below shows nothing."
    ),
    "backtest_figures": (
        "The figures: total return {total} (buy and hold {benchmark}), deepest drawdown {drawdown}, {trades} "
        "trades, Sharpe {sharpe} (95% range {low} to {high}). Variants tried so far: {trials}; the more there "
        "are, the likelier the best is luck."
    ),
    "after_backtest": (
        "A backtest only tells of the past. Next is the stress test: crises again, invented histories, other "
        "numbers. Say “go on” to begin, or “revise the strategy” to change it."
    ),
    "demo": "Mind: this is a fictional demo company with made-up prices, only to learn the ropes.",
    "stress_started": (
        "The stress test consists of: {parts}; crises: {crises}; {paths} invented histories of each kind. It has "
        "begun; a whole test takes a minute or more."
    ),
    "stress_running": "The stress test is still running ({progress}). Say “go on” in a while and I look again.",
    "stress_failed": "The stress test did not come through: {reason}",
    "part.crises": "crises",
    "part.monte_carlo": "invented histories",
    "part.sensitivity": "other numbers and costs",
    "part.walk_forward": "walk-forward",
    "part.overfitting": "overfitting",
    "verdict": "The verdict of the stress lab: {verdict}.",
    "verdict.pass": "pass",
    "verdict.revise": "revise",
    "verdict.reject": "reject",
    "verdict.none": "none yet, because parts could not be measured",
    "gap": "Not measured: {gap}",
    "walk_forward": "Walk-forward: Sharpe {inside} in sample, {outside} out of sample.",
    "luck": "Variants tried: {trials}. The chance that the true Sharpe beats the best of luck is {chance}.",
    "after_stress": "A pass is no promise. You can deploy it on paper, revise it, or hold.",
    "after_stress_not_passed": (
        "What has not passed is blocked when it is deployed; only you can override that, in the page and with a "
        "reason. I would revise it first."
    ),
    "decided.revise": "All right, back to the strategy. Say what shall change, such as “tighter stop”.",
    "decided.hold": "All right, we hold; nothing begins. Say “deploy” or “revise the strategy” to go on.",
    "decided.deploy": "All right, on to the deployment. Paper first: pretended money on the desk's market data.",
    "accounts": "Free accounts: {free}.",
    "no_accounts": "There is no free account yet; I open a new paper account when it is needed.",
    "paper_first": "It runs on paper first: pretended money on stored market data.",
    "live": "I cannot deploy live money: only you can, in the page, with your own approval. Let us begin on paper.",
    "limits": "What will bind it: {limits}.",
    "ready": "It can be deployed. Once you confirm, I make it and start it.",
    "override": (
        "It did not pass the stress test, so revising it is the better way. To see it run on paper money all the same, "
        "type this sentence word by word, and behind it a reason of at least ten characters; it is recorded:\n\n"
        "{phrase}: your reason"
    ),
    "not_ready": "Something stands in the way (✗ above); a deployment would be blocked now.",
    "check.stress_verdict": "Stress verdict",
    "check.broker_account": "Account",
    "check.kill_switch": "Kill switch",
    "check.market_data": "Market data",
    "deploy_next": "Confirmed. Say “go on” and I make and start the paper deployment.",
    "blocked": "The deployment is blocked ({blocker}); nothing was made. {reason}",
    "made": "The deployment is made and does not trade yet. Its limits: {limits}.",
    "started": "It has started: it trades by its rules from the next bar on.",
    "standing": "The deployment is {state} ({mode}).",
    "state.ready": "made, not started",
    "state.running": "running",
    "state.paused": "paused: nothing is opened",
    "state.halted": "halted by a limit",
    "state.blocked": "blocked from outside",
    "state.stopping": "stopping",
    "state.stopped": "stopped",
    "state.completed": "completed",
    "mode.paper": "paper",
    "mode.live": "live money",
    "switched_off": "The kill switch is on ({reason}): nothing is opened; only you can turn it off.",
    "money": "Equity {equity}, profit {profit}, {drawdown} below its high.",
    "watch": (
        "Watch whether the drawdown nears its limit, whether data goes stale, and how fills differ from the "
        "backtest. Ask for “positions” or “orders”, or say “pause” or “stop”, at any time."
    ),
    "no_deployment": "There is no deployment to look at yet.",
    "stop_how": "Once stopped it cannot be started again. First tell me what becomes of the positions.",
    "done.stop": "Stopping: entries at work are cancelled, and nothing is opened any more.",
    "done.pause": "Paused: nothing is opened, exits go on.",
    "done.resume": "Resumed: it may enter again.",
    "holds_nothing": "It holds nothing now.",
    "position": "{symbol}: {quantity} at {average_price} on average.",
    "no_orders": "There are no orders yet.",
    "order": "{symbol} {side} {quantity}, filled at {average_price}, {status}, because of {reason}.",
    "no_research_here": "The research team comes once your three answers are there: let us finish them first.",
    "research_what": "I found no such instrument. Give me a symbol or a name, such as “research DEMO5”.",
    "research_started": "The research team looks at {symbol}: five experts, bull and bear, and a judge.",
    "research_running": (
        "It is still at work ({done} of {stages} stages are done). Ask for the “research results” in a while."
    ),
    "bull": "The bull: {thesis}",
    "bear": "The bear: {thesis}",
    "judge": (
        "The judge: {action}; {probability} to beat {benchmark} within {days} days, with a confidence of {confidence}."
    ),
    "action.BUY": "buy",
    "action.SELL": "sell or reduce",
    "action.HOLD": "hold",
    "action.NO_CALL": "no call",
    "opinion": "This is an opinion of research; it places no order, and the market will score it.",
    "field.trading_years_bucket": "trading experience",
    "field.risk_tolerance": "risk tolerance",
    "field.return_expectation": "return expectation",
    "field.target_market": "market",
    "field.target_instrument": "instrument",
    "field.opportunity_frequency_bucket": "frequency",
    "field.holding_period_bucket": "holding time",
    "field.strategy_family_choice": "kind of strategy",
    "field.strategy_confirmed": "your word on the rules",
    "field.stress_test_decision": "your decision after the stress test",
    "field.deployment_target": "where to deploy",
    "field.selected_broker_account_id": "account",
    "field.deployment_confirmation_status": "your word on the deployment",
    "ready_but": "It can be deployed, but it opens nothing until what is marked ✗ is right.",
    "times": "{number} times the equity",
    "check.stress_verdict.ok": "The stress lab passed exactly this version.",
    "blocker.stress_verdict_missing": (
        "This version has not been through the stress lab. Only you can override that, with a reason."
    ),
    "blocker.stress_verdict_of_another_content": "The stress verdict is of other rules: this version has to be tested.",
    "blocker.stress_verdict_of_looser_limits": (
        "The stress verdict allowed a deeper drawdown than your answers do: test it again."
    ),
    "blocker.stress_verdict_revise": (
        "The stress lab wants this version revised. Only you can override that, with a reason."
    ),
    "blocker.stress_verdict_reject": "The stress lab rejected this version. Only you can override that, with a reason.",
    "check.broker_account.ok": "An account is at hand; where no paper account is free, a new one is opened.",
    "blocker.broker_account_busy": (
        "Another deployment has this account: take another, or let me open a new paper account."
    ),
    "blocker.person_needed": "This account has live money: only you deploy on it, in the page.",
    "check.kill_switch.ok": "No kill switch is on.",
    "blocker.switch_is_on": "The kill switch is on: only you turn it off, in the page.",
    "check.market_data.ok": "The bars of every symbol are there and new enough.",
    "blocker.market_data_missing": "Bars are missing: load them on the data page first.",
    "blocker.market_data_stale": "The newest bars are too old: nothing is opened until there are newer ones.",
    "limit.drawdown": "drawdown",
    "limit.daily_loss": "loss in a day",
    "limit.position_share": "one position of the equity",
    "limit.symbol_exposure": "one symbol of the equity",
    "limit.gross_exposure": "everything held",
    "limit.position_value": "money in one position",
    "limit.capital": "money in all",
    "clause.lab default": "the lab's default",
    "clause.desk default": "the desk's default",
    "side.buy": "buy",
    "side.sell": "sell",
    "status.filled": "filled",
    "status.rejected": "rejected",
    "status.cancelled": "cancelled",
    "status.intended": "about to be sent",
    "status.blocked": "blocked by a limit",
    "status.unknown": "sent, not answered",
    "status.accepted": "accepted",
    "status.partially_filled": "partly filled",
    "status.cancelling": "being cancelled",
    "status.lapsed": "lapsed",
    "rules_now": "All the rules:",
    "done.flatten": "Stopping: every position is closed at the market, and nothing is opened any more.",
}
