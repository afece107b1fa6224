// Research: start one, look back, follow one, compare two.
import { Route, Switch } from "wouter";
import { ComparePage } from "./compare/ComparePage";
import { HistoryPage } from "./history/HistoryPage";
import { SessionPage } from "./session/SessionPage";

export default function ResearchPage() {
  return (
    <Switch>
      <Route path="/research/compare" component={ComparePage} />
      <Route path="/research/:sessionId">
        {({ sessionId }) => <SessionPage key={sessionId} sessionId={sessionId} />}
      </Route>
      <Route component={HistoryPage} />
    </Switch>
  );
}
