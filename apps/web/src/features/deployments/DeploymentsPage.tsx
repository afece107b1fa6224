// Deployments: the list, one of them, a new one, what waits for approval, and the accounts they trade on.
import { Route, Switch } from "wouter";
import { AccountsPage } from "./accounts/AccountsPage";
import { ApprovalsPage } from "./approvals/ApprovalsPage";
import { DeploymentList } from "./DeploymentList";
import { DeploymentView } from "./DeploymentView";
import { NewDeployment } from "./new/NewDeployment";
import { ACCOUNTS, APPROVALS, DEPLOYMENTS, NEW_DEPLOYMENT } from "./trading";

export default function DeploymentsPage() {
  return (
    <Switch>
      <Route path={NEW_DEPLOYMENT} component={NewDeployment} />
      <Route path={APPROVALS} component={ApprovalsPage} />
      <Route path={ACCOUNTS} component={AccountsPage} />
      <Route path={`${DEPLOYMENTS}/:id`}>{({ id }) => <DeploymentView key={id} id={id} />}</Route>
      <Route component={DeploymentList} />
    </Switch>
  );
}
