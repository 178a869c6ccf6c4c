/** Requests rejected because the session expired wait here until the user signs in again or gives up. */
export interface SignInGate {
  /** Resolves to true if the request can be retried. */
  wait(): Promise<boolean>;
  isClosed(): boolean;
  open(signedIn: boolean): void;
  subscribe(listener: () => void): () => void;
}

export function createSignInGate(): SignInGate {
  let waiting: ((signedIn: boolean) => void)[] = [];
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    wait() {
      const settled = new Promise<boolean>((resolve) => waiting.push(resolve));
      notify();
      return settled;
    },
    isClosed: () => waiting.length > 0,
    open(signedIn) {
      const released = waiting;
      waiting = [];
      for (const release of released) release(signedIn);
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
