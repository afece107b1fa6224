import { describe, expect, it } from "vitest";
import { entriesOf } from "./entries";
import { answer, doneEvent, startEvent } from "../testing/events";
import { message } from "../testing/FakeChatServer";
import { begun, found, heard } from "../turn";

const asked = message({ id: "m-1", turn_id: "t-1", content: "hello" });
const answered = message({ id: "m-2", turn_id: "t-1", role: "assistant", content: "Kept." });
const texts = (...given: Parameters<typeof entriesOf>) =>
  entriesOf(...given).map((entry) => `${entry.by}: ${entry.text}`);

describe("a conversation as it is drawn", () => {
  it("shows a turn that the history does not have yet behind it", () => {
    const turn = answer("Fresh.").reduce(heard, begun("s-1", "hello"));
    expect(texts([], [turn])).toEqual(["person: hello", "assistant: Fresh."]);
  });

  it("shows a turn once when the history has it too", () => {
    const turn = answer("Kept.").reduce(heard, begun("s-1", "hello"));
    expect(texts([asked, answered], [turn])).toEqual(["person: hello", "assistant: Kept."]);
  });

  it("shows an open turn's message from the history and its answer from the stream", () => {
    const turn = answer("Half of").slice(0, 3).reduce(heard, found("s-1", "t-1"));
    expect(texts([asked], [turn])).toEqual(["person: hello", "assistant: Half of"]);
  });

  it("keeps the failure of a turn with the answer that the history has", () => {
    const broken = [startEvent(1), doneEvent(2, { stream_error: "Timed out." })];
    const turn = broken.reduce(heard, begun("s-1", "hello"));
    expect(entriesOf([asked, answered], [turn]).at(-1)).toMatchObject({
      text: "Kept.",
      failure: { stream_error: "Timed out." },
    });
  });

  it("shows from the history alone why an answer broke off", () => {
    const detail = { class: "StreamTimeout", message: "It took too long.", category: "timeout" };
    const kept = { ...answered, failure: { ...detail, status_code: null, request_id: null } };
    expect(
      entriesOf([asked, kept], []).map((entry) => "failure" in entry && entry.failure),
    ).toEqual([false, { stream_error: "It took too long.", stream_error_detail: kept.failure }]);
  });
});
