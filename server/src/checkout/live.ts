import type { Clock } from '../clock.ts';
import { ApiError } from '../errors.ts';
import type { Log } from '../log.ts';
import { isOpen } from '../payments/states.ts';
import type { CheckoutState } from './checkout-state.ts';

const lookEveryMs = 1000;
const heartbeatEveryMs = 15_000;
/** A browser comes back by itself; what forgot to leave does not stay for ever. */
const maxStreamMs = 60 * 60_000;
const lastWordMs = 500;

/** Where a stream's text goes. */
export interface Sink {
  write(text: string): void;
  end(): void;
  /** At once, whatever was not sent yet. */
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
  /** What it was told last. */
  mark: string;
  untilMs: number;
}

export interface Live {
  /** Refuses when there are too many streams, of this address or in all. */
  assertRoom(address: string): void;
  /** Where there is room. Sends the state at once, then every change of it. Call what it returns when the client has gone. */
  join(state: CheckoutState, address: string, sink: Sink): () => void;
  readonly size: number;
  close(): void;
}

/**
 * The server-sent events of this process. However many pages are open, their states are read together, once a second,
 * and only while somebody is connected. Asking works for any number of processes and needs no word from those that
 * change a payment; docs/decisions/0008-checkout-live-updates.md compares it with LISTEN.
 */
export function createLive(
  { clock, log, publicLimits: limits }: LiveContext,
  load: (paymentIds: string[]) => Promise<CheckoutState[]>,
): Live {
  const streams = new Map<string, Set<Stream>>();
  const perAddress = new Map<string, number>();
  let size = 0;
  let looking: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;
  let closed = false;

  function assertRoom(address: string): void {
    const full =
      size >= limits.streamsPerProcess || (perAddress.get(address) ?? 0) >= limits.streamsPerAddress;
    if (!full && !closed) return;
    throw new ApiError('SERVICE_UNAVAILABLE', {
      message: 'Too many live connections are open. Read the state instead, every few seconds.',
      headers: { 'retry-after': '5' },
    });
  }

  function join(state: CheckoutState, address: string, sink: Sink): () => void {
    const stream: Stream = { sink, address, mark: markOf(state), untilMs: clock.nowMs() + maxStreamMs };
    const id = state.payment_id;
    const others = streams.get(id) ?? new Set();
    streams.set(id, others.add(stream));
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
    size++;
    sink.write(`retry: 2000\n${stateEvent(state)}`);
    if (isOpen(state.status)) start();
    else sink.end();
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
    clearInterval(beating);
    beating = undefined;
  }

  /** One look at a time: a slow one puts off the next, and the last page to leave ends them. */
  function start(): void {
    looking ??= setTimeout(look, lookEveryMs);
    beating ??= setInterval(beat, heartbeatEveryMs);
  }

  async function look(): Promise<void> {
    // Whoever joins while the question is under way has a newer answer already.
    const asking = new Map([...streams].map(([id, those]) => [id, [...those]]));
    try {
      if (asking.size > 0)
        for (const state of await load([...asking.keys()])) tell(asking.get(state.payment_id) ?? [], state);
    } catch (error) {
      log.warn({ err: error, streams: size }, 'checkout states could not be read, will try again');
    }
    looking = size > 0 && !closed ? setTimeout(look, lookEveryMs) : undefined;
  }

  function tell(listeners: Stream[], state: CheckoutState): void {
    const mark = markOf(state);
    const event = listeners.some((stream) => stream.mark !== mark) ? stateEvent(state) : '';
    for (const stream of listeners) {
      if (stream.mark !== mark) stream.sink.write(event);
      stream.mark = mark;
      if (!isOpen(state.status)) stream.sink.end();
    }
  }

  function beat(): void {
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
      clearTimeout(looking);
      clearInterval(beating);
      for (const { sink } of all()) sink.end();
      // A client that does not read would keep the process from stopping.
      setTimeout(() => {
        for (const { sink } of all()) sink.destroy();
      }, lastWordMs).unref();
    },
  };
}

/** A last state is marked: a browser that reconnects says so, and is told that there is nothing more to come. */
export const finalEventId = 'final';

function stateEvent(state: CheckoutState): string {
  const id = isOpen(state.status) ? '' : `id: ${finalEventId}\n`;
  return `event: state\n${id}data: ${JSON.stringify(state)}\n\n`;
}

/** The state without its clock, which is never the same twice. */
function markOf(state: CheckoutState): string {
  return JSON.stringify({ ...state, server_time: '' });
}
