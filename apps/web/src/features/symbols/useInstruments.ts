// The instruments that fit a text, asked for when the typing rests; what fits an older text is not kept.
import { useEffect, useState } from "react";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { type Asked, useAsked } from "../../api/useAsked";
import type { Instrument } from "./instrument";

const REST_MS = 200;
const MOST = 20;

export function useInstruments(
  text: string,
  onArrival: (instruments: Instrument[]) => void,
): Asked<Instrument[]> {
  const api = useApi();
  const wanted = text.trim();
  const [rested, setRested] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setRested(wanted), REST_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { asked } = useAsked(rested, async (signal) => {
    if (rested === "") return [];
    const query = { q: rested, limit: MOST };
    const answer = await unwrap(
      api.client.GET("/api/v1/data/symbols", { params: { query }, signal }),
    );
    if (!signal.aborted) onArrival(answer.instruments);
    return answer.instruments;
  });
  return rested === wanted ? asked : { status: "waiting" };
}
