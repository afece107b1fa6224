import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useAction } from "./useAction";

describe("an action", () => {
  it("is done once, however often it is asked for while it runs", async () => {
    const called: string[] = [];
    const ends = Promise.withResolvers<void>();
    const { result } = renderHook(() =>
      useAction(async (word: string) => {
        called.push(word);
        await ends.promise;
      }),
    );
    let first: Promise<boolean> | undefined;
    await act(async () => {
      first = result.current.run("sell");
      expect(await result.current.run("sell")).toBe(false);
    });
    expect(result.current.isBusy).toBe(true);
    await act(async () => ends.resolve());
    expect(await first).toBe(true);
    expect(result.current.isBusy).toBe(false);
    expect(called).toEqual(["sell"]);
  });

  it("keeps what went wrong until it is run again or told to forget it", async () => {
    let fails = true;
    const { result } = renderHook(() =>
      useAction(async () => {
        if (fails) throw new Error("no");
      }),
    );
    await act(async () => expect(await result.current.run()).toBe(false));
    expect(result.current.error).toEqual(new Error("no"));
    act(() => result.current.forget());
    expect(result.current.error).toBeNull();
    await act(async () => void (await result.current.run()));
    expect(result.current.error).not.toBeNull();
    fails = false;
    await act(async () => expect(await result.current.run()).toBe(true));
    expect(result.current.error).toBeNull();
    expect(result.current.isBusy).toBe(false);
  });
});
