// What every expert of a result brought, in the experts' order.
import { EXPERTS, type ResearchResult } from "../experts";
import { type ExpertFailure, type ExpertReport, reportOf } from "./expertReport";

export function reportsOf(result: ResearchResult): (ExpertReport | ExpertFailure)[] {
  return EXPERTS.flatMap((expert) => {
    const outcome = result.expert_results[expert];
    return outcome ? [reportOf(expert, outcome)] : [];
  });
}
