import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { defaultPublicLimits } from '../../platform/http/context.ts';
import type { CheckoutState } from './checkout-state.ts';
import { createLive, type Live, type Sink } from './live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const state = (email: string | null, change: Partial<CheckoutState> = {}): CheckoutState => ({
  payment_id: 'pay_1',
  status: 'pending',
  environment: 'test',
  amount: '1.00',
  currency: 'USD',
  description: null,
  merchant: { name: 'Shop', logo_url: null, accent_url: null },
  customer_email: email,
  locale: null,
  created_at: '',
  expires_at: '',
  cancelled_at: null,
  completed_at: null,
  is_over: false,
  contacts: [],
  server_time: String(Math.random()),
  redirect_url: null,
  cancel_url: null,
  invoice_url: null,
  options: [],
  chosen: null,
  transaction: null,
  unapplied: [],
  refunds: [],
  failure: null,
  retry_url: null,
  retried_from: null,
  opener_origin: null,
  ...change,
});

function sink() {
  const written: string[] = [];
  return {
    written,
    write: (text: string) => void written.push(text),
    end: vi.fn<Sink['end']>(),
    destroy: vi.fn<Sink['destroy']>(),
    emails: () => written.flatMap((text) => /"customer_email":"(\w+)"/.exec(text)?.[1] ?? []),
  };
}

const create = (load: (ids: string[]) => Promise<CheckoutState[]>): Live =>
  createLive({ clock: systemClock, log: pino({ level: 'silent' }), publicLimits: defaultPublicLimits }, load);

describe('live updates', () => {
  it('polls once a second, only while a client is connected', async () => {
    const load = vi.fn(async () => [state(null)]);
    const live = create(load);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(load).not.toHaveBeenCalled();
    const leave = live.join(state(null), 'a', sink());
    await vi.advanceTimersByTimeAsync(5000);
    expect(load).toHaveBeenCalledTimes(5);
    leave();
    leave();
    expect(live.size).toBe(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(load).toHaveBeenCalledTimes(5);
  });

  it('never runs two polls at once, even when all clients leave and others join during a poll', async () => {
    let inFlight = 0;
    let most = 0;
    const live = create(async () => {
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, 5000));
      inFlight--;
      return [];
    });
    for (let i = 0; i < 20; i++) {
      const leave = live.join(state(null), 'a', sink());
      await vi.advanceTimersByTimeAsync(1500);
      leave();
    }
    expect(most).toBe(1);
  });

  it('sends only changes, and never an older state to a client that has a newer one', async () => {
    const answers = ['first'];
    const live = create(async () => {
      const email = answers.shift() ?? 'second';
      await new Promise((resolve) => setTimeout(resolve, 500));
      return [state(email)];
    });
    const early = sink();
    live.join(state('first'), 'a', early);
    await vi.advanceTimersByTimeAsync(1200);
    const late = sink();
    live.join(state('second'), 'a', late);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(early.emails()).toEqual(['first', 'second']);
    expect(late.emails(), 'the poll that read "first" began before it joined').toEqual(['second']);
  });

  it('keeps polling after a failed poll', async () => {
    let fails = true;
    const live = create(async () => {
      if (fails) throw new Error('the database is down');
      return [state('back')];
    });
    const page = sink();
    live.join(state('before'), 'a', page);
    await vi.advanceTimersByTimeAsync(3000);
    fails = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(page.emails()).toEqual(['before', 'back']);
  });

  it('sends a heartbeat every 15 seconds, and ends a stream after an hour', async () => {
    const live = create(async () => []);
    const page = sink();
    live.join(state(null), 'a', page);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.written.slice(1)).toEqual(Array(4).fill(':\n\n'));
    expect(page.end).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(page.end).toHaveBeenCalled();
  });

  it('close() ends every stream, destroys those that do not close, and accepts no more', async () => {
    const live = create(async () => []);
    const [polite, stuck] = [sink(), sink()];
    const leave = live.join(state(null), 'a', polite);
    live.join(state(null), 'b', stuck);
    live.close();
    expect([polite.end, stuck.end].map((end) => end.mock.calls.length)).toEqual([1, 1]);
    leave();
    await vi.advanceTimersByTimeAsync(1000);
    expect([polite.destroy, stuck.destroy].map((cut) => cut.mock.calls.length)).toEqual([0, 1]);
    expect(() => live.assertRoom('c')).toThrow('Too many live connections');
    expect(vi.getTimerCount()).toBe(0);
  });
});
