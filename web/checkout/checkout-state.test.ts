import { describe, expect, it } from 'vitest';
import { pendingState } from '../checkout-preview/sample.ts';
import { newest } from './checkout-state.ts';

const at = (server_time: string, status: 'pending' | 'processing') => ({
  ...pendingState,
  server_time,
  status,
});
const earlier = at('2026-03-01T12:00:00.000Z', 'pending');
const later = at('2026-03-01T12:00:00.001Z', 'processing');

describe('states that arrive out of order', () => {
  it('never replace a newer state', () => {
    expect(newest(later, earlier)).toBe(later);
    expect(newest(earlier, later)).toBe(later);
  });

  it('replace a state of the same moment', () => {
    const again = { ...later };
    expect(newest(later, again)).toBe(again);
  });

  it('are ignored when they belong to another payment', () => {
    expect(newest(earlier, { ...later, payment_id: 'pay_other' })).toBe(earlier);
  });
});
