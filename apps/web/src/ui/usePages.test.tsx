import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { en } from "../i18n/frame";
import { LanguageProvider } from "../i18n/LanguageContext";
import { MoreButton } from "./form/MoreButton";
import { type Page, usePages } from "./usePages";

interface Order {
  number: number;
}

const PAGE = 3;

/** A book that grows at the front, returned three at a time behind the last number. */
class Book {
  numbers: number[];
  asked: (number | null)[] = [];
  fails = false;

  constructor(newest: number) {
    this.numbers = Array.from({ length: newest }, (_, at) => newest - at);
  }

  add(count: number): void {
    for (let left = count; left > 0; left -= 1) this.numbers.unshift(this.numbers.length + 1);
  }

  readonly page = async (before: number | null): Promise<Page<Order, number>> => {
    this.asked.push(before);
    if (this.fails) throw new Error("no answer");
    const behind = this.numbers.filter((number) => before === null || number < before);
    const items = behind.slice(0, PAGE).map((number) => ({ number }));
    return { items, next: behind.length > PAGE ? items.at(-1)!.number : null };
  };
}

function read(book: Book) {
  const { result, rerender } = renderHook(
    ({ key }) => usePages<Order, number>({ key, by: "number", ask: book.page }),
    { initialProps: { key: "a" } },
  );
  const shown = () => {
    const { asked } = result.current.asking;
    return asked.status === "there" ? asked.value.map(({ number }) => number) : asked.status;
  };
  return {
    result,
    shown,
    turnTo: (key: string) => rerender({ key }),
    more: () => act(() => result.current.more.run()),
    again: () => act(async () => result.current.asking.again()),
  };
}

function List({ book }: { book: Book }) {
  const pages = usePages<Order, number>({ key: "a", by: "number", ask: book.page });
  return <MoreButton of={pages} />;
}

afterEach(() => vi.useRealTimers());

describe("a list in pages", () => {
  it("begins with the first page and grows by one at a time until all has come", async () => {
    const book = new Book(7);
    const { result, shown, more } = read(book);
    expect(shown()).toBe("waiting");
    await waitFor(() => expect(shown()).toEqual([7, 6, 5]));
    await more();
    expect(shown()).toEqual([7, 6, 5, 4, 3, 2]);
    expect(result.current.hasMore).toBe(true);
    await more();
    expect(shown()).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(result.current.hasMore).toBe(false);
    await more();
    expect(book.asked).toEqual([null, 5, 2]);
  });

  it("leaves nothing out and repeats nothing when newer items have come in front", async () => {
    const book = new Book(7);
    const { shown, more, again } = read(book);
    await waitFor(() => expect(shown()).toEqual([7, 6, 5]));
    await more();
    book.add(2);
    await again();
    expect(shown()).toEqual([9, 8, 7, 6, 5, 4, 3, 2]);
    await more();
    expect(shown()).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it("drops what is gone from the first page", async () => {
    const book = new Book(7);
    const { shown, more, again } = read(book);
    await waitFor(() => expect(shown()).toEqual([7, 6, 5]));
    await more();
    book.numbers = book.numbers.filter((number) => number !== 6);
    await again();
    expect(shown()).toEqual([7, 5, 4, 3, 2]);
  });

  it("forgets older pages that do not join the first any more, rather than hide a gap", async () => {
    const book = new Book(7);
    const { result, shown, more, again } = read(book);
    await waitFor(() => expect(shown()).toEqual([7, 6, 5]));
    await more();
    book.add(4);
    await again();
    expect(shown()).toEqual([11, 10, 9]);
    expect(result.current.hasMore).toBe(true);
    await more();
    expect(shown()).toEqual([11, 10, 9, 8, 7, 6]);
  });

  it("keeps the pages of one question out of the answer to another", async () => {
    const { shown, more, turnTo } = read(new Book(7));
    await waitFor(() => expect(shown()).toEqual([7, 6, 5]));
    await more();
    turnTo("b");
    expect(shown()).toBe("waiting");
    await waitFor(() => expect(shown()).toEqual([7, 6, 5]));
  });

  it("keeps what is there when a further page does not come, and can be asked again", async () => {
    const book = new Book(7);
    const { result, shown, more } = read(book);
    await waitFor(() => expect(shown()).toEqual([7, 6, 5]));
    book.fails = true;
    await more();
    expect(result.current.more.error).toEqual(new Error("no answer"));
    expect(shown()).toEqual([7, 6, 5]);
    book.fails = false;
    await more();
    expect(result.current.more.error).toBeNull();
    expect(shown()).toEqual([7, 6, 5, 4, 3, 2]);
  });

  it("asks for the first page again only while the items on it call for it", async () => {
    vi.useFakeTimers();
    const book = new Book(2);
    renderHook(() =>
      usePages<Order, number>({
        key: "a",
        by: "number",
        ask: book.page,
        every: (orders) => (orders.length < PAGE ? 1_000 : undefined),
      }),
    );
    await act(() => vi.advanceTimersByTimeAsync(0));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(book.asked).toHaveLength(3);
    book.add(1);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(book.asked).toHaveLength(4);
  });
});

describe("the button for more", () => {
  it("says what went wrong, and goes when all has come", async () => {
    const user = userEvent.setup();
    const book = new Book(4);
    render(
      <LanguageProvider storage={localStorage}>
        <List book={book} />
      </LanguageProvider>,
    );
    const button = await screen.findByRole("button", { name: en["app.more"] });
    book.fails = true;
    await user.click(button);
    expect((await screen.findByRole("alert")).textContent).toContain(
      en["failure.unreachable_text"],
    );
    book.fails = false;
    await user.click(button);
    await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
