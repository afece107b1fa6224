// Stress tests: where the server tries to break a strategy, and where it looks for better numbers.
import { lazy } from "react";
import { Route, Switch } from "wouter";
import { StressList } from "./StressList";

const StressDetail = lazy(() => import("./StressDetail"));
const NewStress = lazy(() => import("./NewStress"));
const OptimisationList = lazy(() => import("./optimisations/OptimisationList"));
const OptimisationDetail = lazy(() => import("./optimisations/OptimisationDetail"));
const NewOptimisation = lazy(() => import("./optimisations/NewOptimisation"));

export default function StressPage() {
  return (
    <Switch>
      <Route path="/stress" component={StressList} />
      <Route path="/stress/new" component={NewStress} />
      <Route path="/stress/optimisations" component={OptimisationList} />
      <Route path="/stress/optimisations/new" component={NewOptimisation} />
      <Route path="/stress/optimisations/:id">
        {({ id }) => <OptimisationDetail id={decodeURIComponent(id)} />}
      </Route>
      <Route path="/stress/:id">{({ id }) => <StressDetail id={decodeURIComponent(id)} />}</Route>
    </Switch>
  );
}
