import { describe, expect, it } from 'vitest';
import { pendingState } from '../checkout-preview/sample.ts';
import { fixtures } from '../gallery/fixtures.ts';
import { announceChange, announceTimeLeft } from './announcements.ts';
import type { CheckoutState } from './checkout-state.ts';
import type { Language } from './i18n.ts';
import { en } from './locales/en.ts';

const english: Language = { locale: 'en', tag: 'en', t: en };

function confirming(confirmations: number): CheckoutState {
  const { transaction, ...state } = { ...pendingState, ...fixtures['seen'] };
  return { ...state, transaction: transaction && { ...transaction, confirmations } };
}

describe('screen reader announcements', () => {
  it('cover every change of status', () => {
    expect(announceChange(pendingState, confirming(0), english)).toBe(
      'Payment detected. Confirming your payment.',
    );
    expect(announceChange(confirming(20), { ...confirming(20), status: 'completed' }, english)).toBe(
      'Payment complete',
    );
  });

  it('mention confirmations once, at half', () => {
    const heard = Array.from({ length: 20 }, (_, done) =>
      announceChange(confirming(done), confirming(done + 1), english),
    );
    expect(heard.filter(Boolean)).toEqual(['10 of 20 confirmations']);
  });

  it('skip a changed e-mail address', () => {
    expect(announceChange(pendingState, { ...pendingState, customer_email: null }, english)).toBeNull();
  });

  it('give the time left at five minutes and at one', () => {
    expect(announceTimeLeft(301, 300, english)).toBe('5 minutes left to pay.');
    expect(announceTimeLeft(61, 60, english)).toBe('60 seconds left to pay.');
    expect(announceTimeLeft(60, 59, english)).toBeNull();
  });
});
