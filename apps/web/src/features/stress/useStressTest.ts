// A stress test and, once it is done, its report.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { type Asking, useAsked } from "../../api/useAsked";
import { readReport, type StressReport, type TestedInDetail } from "./report";

export interface TestWithReport {
  test: TestedInDetail;
  report: StressReport | null;
}

export function useStressTest(id: string): Asking<TestWithReport> {
  const api = useApi();
  return useAsked(`stress ${id}`, async (signal) => {
    const params = { path: { stress_id: id } };
    const test = await unwrap(api.client.GET("/api/v1/stress/{stress_id}", { params, signal }));
    if (test.status !== "done") return { test, report: null };
    const answer = await unwrap(
      api.client.GET("/api/v1/stress/{stress_id}/report", { params, signal }),
    );
    return { test, report: readReport(answer) };
  });
}
