import { freshHistory, isTroubled, nextAttempt } from './attempts.ts';
import { type CheckoutState, isSameState } from './checkout-state.ts';
import type { Stream, StreamHandlers } from './event-stream.ts';

export interface FollowPorts {
  openStream(handlers: StreamHandlers): Stream;
  fetchState(): Promise<CheckoutState>;
  random(): number;
}

export interface FollowHandlers {
  onState(state: CheckoutState): void;
  onTrouble(troubled: boolean): void;
}

export interface Follower {
  /** Fetches the state now, because the page became visible or the network came back. */
  check(): void;
  stop(): void;
}

/** A dead connection looks like an idle one: after this long without an event the state is fetched. */
const silenceMs = 30_000;

/** Reports every change of the payment: from the event stream, or by polling while the stream is down. */
export function follow(ports: FollowPorts, { onState, onTrouble }: FollowHandlers): Follower {
  let history = freshHistory;
  let stream: Stream | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: CheckoutState | null = null;
  let stopped = false;

  const wait = (delayMs: number, then: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(then, delayMs);
  };
  const closeStream = () => {
    stream?.close();
    stream = null;
  };
  const deliver = (state: CheckoutState) => {
    last = state;
    onTrouble(isTroubled(history));
    // `onState` may call `stop` when the payment is over.
    onState(state);
  };
  const tryAgain = () => {
    onTrouble(isTroubled(history));
    const { via, delayMs } = nextAttempt(history, ports.random());
    wait(delayMs, via === 'stream' ? listen : poll);
  };

  function listen(): void {
    closeStream();
    stream = ports.openStream({
      onState(state) {
        history = freshHistory;
        wait(silenceMs, askWhileSilent);
        deliver(state);
      },
      onLost() {
        stream = null;
        if (stopped) return;
        history = { ...history, streamFailures: history.streamFailures + 1, pollsSinceStream: 0 };
        tryAgain();
      },
    });
  }

  async function poll(): Promise<void> {
    const state = await ports.fetchState().catch(() => null);
    if (stopped) return;
    history = {
      ...history,
      pollFailures: state ? 0 : history.pollFailures + 1,
      pollsSinceStream: history.pollsSinceStream + 1,
    };
    // Schedule the next attempt first: `deliver` may lead to `stop`.
    tryAgain();
    if (state) deliver(state);
  }

  async function askWhileSilent(): Promise<void> {
    const before = last;
    const state = await ports.fetchState().catch(() => null);
    // An event that arrived meanwhile proves that the stream is alive.
    if (stopped || last !== before) return;
    if (state && before && isSameState(state, before)) wait(silenceMs, askWhileSilent);
    else listen();
    if (state) deliver(state);
  }

  listen();
  return {
    check() {
      if (stopped) return;
      clearTimeout(timer);
      if (stream && last) void askWhileSilent();
      else {
        history = freshHistory;
        listen();
      }
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      closeStream();
    },
  };
}
