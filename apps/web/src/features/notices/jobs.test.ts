import { expect, test } from "vitest";
import { addressOfJob, type Job, unseen } from "./jobs";

const job = (status: Job["status"], minute: number, kind = "backtest.run"): Job => ({
  id: "j1",
  kind,
  attempt: 1,
  status,
  progress: 1,
  message: "",
  result: null,
  error: null,
  created_at: "2026-11-15T10:00:00Z",
  updated_at: `2026-11-15T10:${minute}:00Z`,
});

test("what ended since one last looked is new, what is under way is not", () => {
  const jobs = [job("succeeded", 30), job("failed", 40), job("running", 50), job("succeeded", 10)];
  expect(unseen(jobs, "2026-11-15T10:20:00Z")).toBe(2);
});

test("work leads to its result, and unknown work nowhere", () => {
  expect(addressOfJob(job("succeeded", 10))).toBe("/backtests/j1");
  expect(addressOfJob(job("succeeded", 10, "constructor"))).toBeNull();
});
