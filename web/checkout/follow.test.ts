import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pendingState } from '../checkout-preview/sample.ts';
import type { CheckoutState } from './checkout-state.ts';
import type { StreamHandlers } from './event-stream.ts';
import { type Follower, follow } from './follow.ts';

const processing: CheckoutState = { ...pendingState, status: 'processing' };

let streams: (StreamHandlers & { closed: boolean })[];
let polls: number;
let answer: () => Promise<CheckoutState>;
let states: CheckoutState['status'][];
let troubled: boolean;
let follower: Follower;

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  polls = 0;
  answer = async () => pendingState;
  states = [];
  troubled = false;
  follower = follow(
    {
      openStream(handlers) {
        const stream = { ...handlers, closed: false };
        streams.push(stream);
        return {
          close() {
            stream.closed = true;
          },
        };
      },
      fetchState() {
        polls += 1;
        return answer();
      },
      random: () => 0.5,
    },
    { onState: (state) => states.push(state.status), onTrouble: (value) => (troubled = value) },
  );
});

afterEach(() => {
  follower.stop();
  vi.useRealTimers();
});

async function loseStream(waitMs: number): Promise<void> {
  streams.at(-1)?.onLost();
  await vi.advanceTimersByTimeAsync(waitMs);
}

describe('following a payment', () => {
  it('reports the states that the stream delivers', () => {
    streams[0]?.onState(pendingState);
    streams[0]?.onState(processing);
    expect(states).toEqual(['pending', 'processing']);
  });

  it('reopens a lost stream and resets the failure count once it delivers', async () => {
    await loseStream(1000);
    expect(streams).toHaveLength(2);
    streams[1]?.onState(pendingState);
    await loseStream(1000);
    expect(streams).toHaveLength(3);
    expect(troubled).toBe(false);
  });

  it('reports trouble after two losses in a row, and its end', async () => {
    await loseStream(1000);
    await loseStream(2000);
    expect(troubled).toBe(true);
    streams.at(-1)?.onState(pendingState);
    expect(troubled).toBe(false);
  });

  it('polls while streams fail, and returns to the stream when one works', async () => {
    await loseStream(1000);
    await loseStream(2000);
    answer = async () => processing;
    await loseStream(3000);
    expect([polls, states, troubled]).toEqual([1, ['processing'], false]);
    const before = streams.length;
    await vi.advanceTimersByTimeAsync(8 * 3000);
    expect(streams).toHaveLength(before + 1);
    streams.at(-1)?.onState(processing);
    const pollsSoFar = polls;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(polls).toBe(pollsSoFar);
  });

  it('keeps polling when polls fail too', async () => {
    answer = () => Promise.reject(new Error('offline'));
    await loseStream(1000);
    await loseStream(2000);
    await loseStream(3000);
    expect(troubled).toBe(true);
    answer = async () => processing;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states).toContain('processing');
    expect(troubled).toBe(false);
  });
});

describe('a silent stream', () => {
  it('is kept when the state has not changed', async () => {
    streams[0]?.onState(pendingState);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(polls).toBe(2);
    expect(streams).toHaveLength(1);
  });

  it('is replaced when it missed a change', async () => {
    streams[0]?.onState(pendingState);
    answer = async () => processing;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(states.at(-1)).toBe('processing');
    expect(streams[0]?.closed).toBe(true);
    expect(streams).toHaveLength(2);
  });
});

describe('the follower', () => {
  it('fetches the state on check while a stream is open', async () => {
    streams[0]?.onState(pendingState);
    answer = async () => processing;
    follower.check();
    await vi.advanceTimersByTimeAsync(0);
    expect(states.at(-1)).toBe('processing');
  });

  it('opens a stream on check while waiting for the next attempt', async () => {
    await loseStream(0);
    follower.check();
    expect(streams).toHaveLength(2);
  });

  it('does nothing after stop', async () => {
    follower.stop();
    streams[0]?.onLost();
    follower.check();
    await vi.advanceTimersByTimeAsync(120_000);
    expect([streams.length, polls, streams[0]?.closed]).toEqual([1, 0, true]);
  });
});
