// Gives the test browser the few things it lacks, and a clean page for every test.
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";

// A busy machine takes its time to load a page that is loaded when it is wanted.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => {
  localStorage.clear();
  setScreen({});
  window.history.replaceState(null, "", "/");
  document.documentElement.lang = "en";
});

afterEach(cleanup);

/** Answers media queries as a screen of this width and colour preference would. */
export function setScreen({
  width = 1280,
  dark = false,
}: {
  width?: number;
  dark?: boolean;
}): void {
  window.matchMedia = (query) => {
    const minimum = /min-width: (\d+)rem/.exec(query)?.[1];
    const matches = minimum ? width >= Number(minimum) * 16 : query.includes("dark") && dark;
    return Object.assign(new EventTarget(), { matches, media: query }) as MediaQueryList;
  };
}

window.scrollTo = () => undefined;

HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};

HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event("close"));
};
