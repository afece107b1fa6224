// The broker accounts of a person: a list, a new one on paper, one linked from elsewhere.
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { PageHead } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { makeWords } from "../new/makeWords";
import { DEPLOYMENTS } from "../trading";
import { AccountItem } from "./AccountItem";
import { LinkAccountForm } from "./LinkAccountForm";
import { PaperAccountForm } from "./PaperAccountForm";
import { useAccounts } from "./useAccounts";

export function AccountsPage() {
  const say = useWords(makeWords);
  const accounts = useAccounts();
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-4">
      <PageHead
        back={{ href: DEPLOYMENTS, label: say("back") }}
        title={say("accounts_title")}
        text={say("accounts_text")}
      />
      <Panel title={say("yours")}>
        <AskedPart of={accounts}>
          {(found) =>
            found.length === 0 ? (
              <p className="text-soft">{say("accounts_none")}</p>
            ) : (
              <ul className="divide-y divide-line">
                {found.map((account) => (
                  <AccountItem key={account.id} account={account} onRemoved={accounts.again} />
                ))}
              </ul>
            )
          }
        </AskedPart>
      </Panel>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <PaperAccountForm onMade={accounts.again} />
        <LinkAccountForm onLinked={accounts.again} />
      </div>
    </div>
  );
}
