// Lets one piece of work through at a time: across tabs where the browser has locks, else in this tab.

export type Mutex = <T>(work: () => Promise<T>) => Promise<T>;

/** `locks` is absent outside a secure context, such as plain http on a home network address. */
export function createMutex(name: string, locks: LockManager | undefined): Mutex {
  if (locks) return async (work) => await locks.request(name, work);
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
