// Brings the data of one instrument from the outside sources: starts the job at once and shows how far it is.
import { useEffect, useRef, useState } from "react";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { randomKey } from "../../api/randomKey";
import { useWords } from "../../i18n/words";
import { FailureText } from "../../ui/Failure";
import { JobProgress } from "../jobs/JobProgress";
import { words } from "./words";

interface FetchDataProps {
  symbol: string;
  /** Called once, when the data are there. */
  onFetched: () => void;
  /** Called once, when they could not be had; the reason is shown here. */
  onFailed: () => void;
}

export function FetchData({ symbol, onFetched, onFailed }: FetchDataProps) {
  const api = useApi();
  const say = useWords(words);
  const [key] = useState(randomKey);
  const [jobId, setJobId] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isOver, setOver] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });
  useEffect(() => {
    if (hasFailed) box.current?.scrollIntoView?.({ block: "nearest" });
  }, [hasFailed]);

  useEffect(() => {
    let isHere = true;
    const start = async () => {
      const body = { symbol, timeframe: "1d" as const, idempotency_key: key };
      const fetch = await unwrap(api.client.POST("/api/v1/data/fetches", { body }));
      if (isHere) setJobId(fetch.job_id);
    };
    start().catch((failure: unknown) => {
      if (!isHere) return;
      setError(failure);
      setOver(true);
      setFailed(true);
      failed.current();
    });
    return () => {
      isHere = false;
    };
  }, [api, symbol, key]);

  const ended = async () => {
    if (jobId === null) return;
    setOver(true);
    const params = { path: { job_id: jobId } };
    const fetch = await unwrap(api.client.GET("/api/v1/data/fetches/{job_id}", { params }));
    if (fetch.status === "succeeded") onFetched();
    else {
      setFailed(true);
      onFailed();
    }
  };

  return (
    <div ref={box} data-testid="fetch-data" className="mt-3 min-w-0 scroll-my-6">
      {!isOver && <p className="text-soft">{say("fetching", { symbol })}</p>}
      {error !== null && (
        <div role="alert" className="text-danger">
          <FailureText error={error} />
        </div>
      )}
      {jobId !== null && <JobProgress jobId={jobId} onEnd={() => void ended().catch(setError)} />}
    </div>
  );
}
