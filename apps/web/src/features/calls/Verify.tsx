// Checks every entry of the book against its fingerprint, and says the result in words.
import { useState } from "react";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import type { components } from "../../contracts/api";
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/form/Button";
import { FailureText } from "../../ui/Failure";
import { phraseOf, words } from "./words";

type Check = components["schemas"]["VerifyOut"];

export function Verify() {
  const api = useApi();
  const say = useWords(words);
  const [isBusy, setBusy] = useState(false);
  const [check, setCheck] = useState<Check | null>(null);
  const [error, setError] = useState<unknown>(null);
  const verify = async () => {
    setBusy(true);
    setCheck(null);
    setError(null);
    try {
      setCheck(await unwrap(api.client.GET("/api/v1/calls/verify")));
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button kind="quiet" data-testid="calls-verify" busy={isBusy} onClick={() => void verify()}>
        {say("verify")}
      </Button>
      <div role="status" className="min-w-0">
        {check?.ok && <Sound check={check} />}
      </div>
      {check?.ok === false && <Broken check={check} />}
      {error !== null && (
        <div role="alert" className="text-danger">
          <FailureText error={error} />
        </div>
      )}
    </div>
  );
}

function Sound({ check: { chains } }: { check: Check }) {
  const say = useWords(words);
  const count = (book: string) => chains.find((chain) => chain.book === book)?.entries ?? "—";
  return <p>✓ {say("verify_ok", { calls: count("calls"), settlements: count("settlements") })}</p>;
}

function Broken({ check: { chains } }: { check: Check }) {
  const say = useWords(words);
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-soft p-3 text-danger">
      {chains
        .filter((chain) => !chain.ok)
        .map(({ book, broken_at, problem }) => {
          const name = phraseOf("book", book);
          return (
            <p key={book} className="font-medium">
              {say("verify_broken", {
                book: name ? say(name) : book,
                number: broken_at ?? "—",
                problem,
              })}
            </p>
          );
        })}
      <p>{say("verify_broken_text")}</p>
    </div>
  );
}
