// Two sessions side by side: `/research/compare?a=…&b=…`.
import { Link, useSearch } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { useSay } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { PageHead } from "../../../ui/PageHead";
import { useTitle } from "../../../ui/useTitle";
import { words } from "../words";
import { Comparison } from "./Comparison";

export function ComparePage() {
  const say = useWords(words);
  const sayApp = useSay();
  const query = new URLSearchParams(useSearch());
  const first = query.get("a");
  const second = query.get("b");
  useTitle(say("compare_title"));
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHead
        title={say("compare_title")}
        text={say("compare_text")}
        back={{ href: "/research", label: sayApp("nav.research") }}
      />
      {first && second ? (
        <Two first={first} second={second} />
      ) : (
        <p>
          <Link href="/research" className="text-accent underline">
            {say("compare_pick")}
          </Link>
        </p>
      )}
    </div>
  );
}

function Two({ first, second }: { first: string; second: string }) {
  const api = useApi();
  const detail = (session_id: string, signal: AbortSignal) =>
    unwrap(
      api.client.GET("/api/v1/coordinator/research/sessions/{session_id}", {
        params: { path: { session_id } },
        signal,
      }),
    );
  const asking = useAsked(`compare ${first} ${second}`, (signal) =>
    Promise.all([detail(first, signal), detail(second, signal)]),
  );
  return (
    <AskedPart of={asking}>{([one, other]) => <Comparison first={one} second={other} />}</AskedPart>
  );
}
