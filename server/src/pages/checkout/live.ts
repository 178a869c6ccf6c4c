import type { Clock } from '../../lib/clock.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { CheckoutState } from './checkout-state.ts';

const pollEveryMs = 1000;
const heartbeatEveryMs = 15_000;
/** Limits streams that were never closed. Browsers reconnect by themselves. */
const maxStreamMs = 60 * 60_000;
const closeGraceMs = 500;

export interface Sink {
  write(text: string): void;
  end(): void;
  /** Closes at once and discards unsent data. */
  destroy(): void;
}

interface LiveContext {
  clock: Clock;
  log: Log;
  publicLimits: { streamsPerAddress: number; streamsPerProcess: number };
}

interface Stream {
  sink: Sink;
  address: string;
  /** The state it was sent last. */
  sentState: string;
  untilMs: number;
}

export interface Live {
  /** Throws if this address or this process has too many streams. */
  assertRoom(address: string): void;
  /**
   * Sends the state now and on every change. Call `assertRoom` first, and the returned function when the client
   * disconnects.
   */
  join(state: CheckoutState, address: string, sink: Sink): () => void;
  readonly size: number;
  close(): void;
}

/**
 * The server-sent events of this process. One query per second reads the states of all open pages, while any are open.
 * Polling works with any number of processes and needs no notification from the code that changes a payment;
 * docs/decisions/0008-checkout-live-updates.md compares it with LISTEN.
 */
export function createLive(
  { clock, log, publicLimits: limits }: LiveContext,
  load: (paymentIds: string[]) => Promise<CheckoutState[]>,
): Live {
  const streams = new Map<string, Set<Stream>>();
  const perAddress = new Map<string, number>();
  let size = 0;
  let pollTimer: NodeJS.Timeout | undefined;
  let heartbeatTimer: NodeJS.Timeout | undefined;
  let closed = false;

  function assertRoom(address: string): void {
    const full =
      size >= limits.streamsPerProcess || (perAddress.get(address) ?? 0) >= limits.streamsPerAddress;
    if (!full && !closed) return;
    throw new ApiError('SERVICE_UNAVAILABLE', {
      message: 'Too many live connections are open. Poll the state every few seconds instead.',
      headers: { 'retry-after': '5' },
    });
  }

  function join(state: CheckoutState, address: string, sink: Sink): () => void {
    const stream: Stream = {
      sink,
      address,
      sentState: comparable(state),
      untilMs: clock.nowMs() + maxStreamMs,
    };
    const id = state.payment_id;
    const others = streams.get(id) ?? new Set();
    streams.set(id, others.add(stream));
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
    size++;
    sink.write(`retry: 2000\n${stateEvent(state)}`);
    if (state.is_over) sink.end();
    else start();
    return () => leave(id, stream);
  }

  function leave(id: string, stream: Stream): void {
    const others = streams.get(id);
    if (!others?.delete(stream)) return;
    if (others.size === 0) streams.delete(id);
    const left = (perAddress.get(stream.address) ?? 1) - 1;
    if (left === 0) perAddress.delete(stream.address);
    else perAddress.set(stream.address, left);
    size--;
    if (size > 0) return;
    clearInterval(heartbeatTimer);
    heartbeatTimer = undefined;
  }

  /** Each poll schedules the next, so a slow one delays it. Polling stops when the last client leaves. */
  function start(): void {
    pollTimer ??= setTimeout(poll, pollEveryMs);
    heartbeatTimer ??= setInterval(sendHeartbeats, heartbeatEveryMs);
  }

  async function poll(): Promise<void> {
    // Streams that join during the query already have a newer state.
    const listening = new Map([...streams].map(([id, those]) => [id, [...those]]));
    try {
      if (listening.size > 0)
        for (const state of await load([...listening.keys()]))
          sendState(listening.get(state.payment_id) ?? [], state);
    } catch (error) {
      log.warn({ err: error, streams: size }, 'could not read checkout states, will retry');
    }
    pollTimer = size > 0 && !closed ? setTimeout(poll, pollEveryMs) : undefined;
  }

  function sendState(listeners: Stream[], state: CheckoutState): void {
    const sentState = comparable(state);
    const event = listeners.some((stream) => stream.sentState !== sentState) ? stateEvent(state) : '';
    for (const stream of listeners) {
      if (stream.sentState !== sentState) stream.sink.write(event);
      stream.sentState = sentState;
      if (state.is_over) stream.sink.end();
    }
  }

  function sendHeartbeats(): void {
    for (const { sink, untilMs } of all()) {
      if (untilMs > clock.nowMs()) sink.write(':\n\n');
      else sink.end();
    }
  }

  function all(): Stream[] {
    return [...streams.values()].flatMap((those) => [...those]);
  }

  return {
    assertRoom,
    join,
    get size() {
      return size;
    },
    close() {
      closed = true;
      clearTimeout(pollTimer);
      clearInterval(heartbeatTimer);
      for (const { sink } of all()) sink.end();
      // A client that does not read would keep the process from exiting.
      setTimeout(() => {
        for (const { sink } of all()) sink.destroy();
      }, closeGraceMs).unref();
    },
  };
}

/** Event id of a final state. A browser that reconnects with it as Last-Event-ID gets 204 and stops reconnecting. */
export const finalEventId = 'final';

function stateEvent(state: CheckoutState): string {
  const id = state.is_over ? `id: ${finalEventId}\n` : '';
  return `event: state\n${id}data: ${JSON.stringify(state)}\n\n`;
}

/** The state without `server_time`, which always differs. */
function comparable(state: CheckoutState): string {
  return JSON.stringify({ ...state, server_time: '' });
}
