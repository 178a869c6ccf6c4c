/** Requests that found the session over wait here until somebody has signed in again, or has given up. */
export interface SignInGate {
  /** True when the request may be sent again. */
  wait(): Promise<boolean>;
  isClosed(): boolean;
  open(signedIn: boolean): void;
  subscribe(listener: () => void): () => void;
}

export function createSignInGate(): SignInGate {
  let waiting: ((signedIn: boolean) => void)[] = [];
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    wait() {
      const settled = new Promise<boolean>((resolve) => waiting.push(resolve));
      tell();
      return settled;
    },
    isClosed: () => waiting.length > 0,
    open(signedIn) {
      const released = waiting;
      waiting = [];
      for (const release of released) release(signedIn);
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
