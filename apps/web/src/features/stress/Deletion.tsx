// The button that deletes, after asking; used for stress tests and for optimisations.
import { useState } from "react";
import { Button } from "../../ui/Button";
import { Confirm } from "../../ui/Confirm";
import { ActionFailure } from "../../ui/ActionFailure";
import { useAction } from "../../ui/useAction";

interface DeletionProps {
  label: string;
  title: string;
  text: string;
  /** Deletes it and leaves the page. */
  act: () => Promise<void>;
}

export function Deletion({ label, title, text, act }: DeletionProps) {
  const [isAsking, setAsking] = useState(false);
  const deletion = useAction(act);
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <Confirm
          title={title}
          action={label}
          busy={deletion.isBusy}
          onConfirm={() => void deletion.run()}
          onCancel={() => setAsking(false)}
        >
          <p>{text}</p>
          <ActionFailure error={deletion.error} />
        </Confirm>
      )}
    </>
  );
}
