// Backtests: what the rules would have done in the past. The list, a new one, and one with all it came to.
import { lazy } from "react";
import { Route, Switch } from "wouter";
import { BacktestList } from "./BacktestList";
import { BacktestPage } from "./BacktestPage";
import { NewBacktest } from "./NewBacktest";

const ComparePage = lazy(() => import("./compare/ComparePage"));

export default function BacktestsPage() {
  return (
    <Switch>
      <Route path="/backtests/new" component={NewBacktest} />
      <Route path="/backtests/compare" component={ComparePage} />
      <Route path="/backtests/:id">{({ id }) => <BacktestPage key={id} id={id} />}</Route>
      <Route component={BacktestList} />
    </Switch>
  );
}
