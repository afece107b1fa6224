// Data: what the server knows and since when; and of one symbol, its series and prices.
import { Route, Switch } from "wouter";
import CoveragePage from "./CoveragePage";
import ImportPage from "./imports/ImportPage";
import SymbolPage from "./SymbolPage";

export default function DataPage() {
  return (
    <Switch>
      <Route path="/data/imports/:id">{({ id }) => <ImportPage id={id} />}</Route>
      <Route path="/data/:symbol">
        {({ symbol }) => <SymbolPage key={symbol} symbol={decodeURIComponent(symbol)} />}
      </Route>
      <Route component={CoveragePage} />
    </Switch>
  );
}
