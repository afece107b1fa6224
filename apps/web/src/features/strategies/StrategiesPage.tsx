// Strategies: the list, a new one, and one of them.
import { lazy } from "react";
import { Redirect, Route, Switch } from "wouter";
import { NEW_STRATEGY, STRATEGIES } from "./addresses";
import { StrategyListPage } from "./StrategyListPage";
import { StrategyPage } from "./StrategyPage";

const NewStrategyPage = lazy(() => import("./editing/NewStrategyPage"));
const StudioPage = lazy(() => import("./studio/StudioPage"));

export default function StrategiesPage() {
  return (
    <Switch>
      <Route path={STRATEGIES} component={StrategyListPage} />
      <Route path={NEW_STRATEGY} component={NewStrategyPage} />
      <Route path={`${STRATEGIES}/:id/edit`}>{({ id }) => <StudioPage id={id} />}</Route>
      <Route path={`${STRATEGIES}/:id`}>{({ id }) => <StrategyPage id={id} />}</Route>
      <Route>
        <Redirect replace to={STRATEGIES} />
      </Route>
    </Switch>
  );
}
