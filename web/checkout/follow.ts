import { freshHistory, isTroubled, nextAttempt } from './attempts.ts';
import { type CheckoutState, sameNews } from './checkout-state.ts';
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
  /** Asks at once: the page was woken up, or the network came back. */
  check(): void;
  stop(): void;
}

/** A dead connection can look like a quiet one: after this much silence the page asks. */
const silenceMs = 30_000;

/** Brings every change of the payment, by the stream of events while it works and by polling while it does not. */
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
    // The receiver may stop us here, once the payment is over.
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
    // First the next attempt, then the news: whoever hears it may stop us.
    tryAgain();
    if (state) deliver(state);
  }

  async function askWhileSilent(): Promise<void> {
    const before = last;
    const state = await ports.fetchState().catch(() => null);
    // Whatever came by the stream in the meantime proves it alive.
    if (stopped || last !== before) return;
    if (state && before && sameNews(state, before)) wait(silenceMs, askWhileSilent);
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
