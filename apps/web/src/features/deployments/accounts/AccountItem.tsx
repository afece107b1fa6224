// One broker account: its kind, the end of its key, and the way to remove it.
import { useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { Confirm } from "../../../ui/form/Confirm";
import { ActionFailure } from "../../../ui/ActionFailure";
import { ModeBadge } from "../ModeBadge";
import { makeWords } from "../new/makeWords";
import type { BrokerAccount } from "../trading";
import { useAction } from "../../../ui/useAction";

interface AccountItemProps {
  account: BrokerAccount;
  onRemoved: () => void;
}

export function AccountItem({ account, onRemoved }: AccountItemProps) {
  const say = useWords(makeWords);
  const format = useFormat();
  const { client } = useApi();
  const [isAsking, setIsAsking] = useState(false);
  const removing = useAction(async () => {
    const params = { path: { account_id: account.id } };
    await unwrap(client.DELETE("/api/v1/broker-accounts/{account_id}", { params }));
    onRemoved();
  });
  const remove = async () => {
    await removing.run();
    setIsAsking(false);
  };
  return (
    <li data-testid="account-item" className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-3">
        <div className="mr-auto min-w-0">
          <p className="font-medium break-words">{account.label}</p>
          <p className="text-sm text-soft">
            {say(`kind_${account.kind}`)}
            {account.venue && ` · ${account.venue}`}
            {account.masked_key && ` · ${say("key")} ${account.masked_key}`} · {say("since")}{" "}
            {format.date(account.created_at)}
          </p>
        </div>
        <ModeBadge mode={account.mode} />
        <Button
          kind="quiet"
          aria-label={say("remove_label", { label: account.label })}
          onClick={() => setIsAsking(true)}
        >
          {say("remove")}
        </Button>
      </div>
      <ActionFailure error={removing.error} />
      {isAsking && (
        <Confirm
          title={say("remove_title")}
          action={say("remove")}
          busy={removing.isBusy}
          onConfirm={() => void remove()}
          onCancel={() => setIsAsking(false)}
        >
          <p className="font-medium text-ink">{account.label}</p>
          <p>{say("remove_text")}</p>
        </Confirm>
      )}
    </li>
  );
}
