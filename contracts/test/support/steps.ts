import fc from 'fast-check';
import { everything } from './vault.ts';

export const paymentIds = ['pay_1', 'pay_2', 'pay_3'];
export const transferIds = ['tr_1', 'tr_2', 'tr_3', 'tr_4', 'tr_5', 'tr_6', 'tr_7', 'tr_8'];

/** Numbers stand for tokens, wallets and accounts, since those are known only once the chain runs. */
const index = fc.nat({ max: 11 });
const wallet = fc.nat({ max: 2 });
/** Mostly whoever may do it. */
const who = fc.oneof({ weight: 5, arbitrary: fc.constant('right' as const) }, wallet);
const small = fc.bigInt({ min: 1n, max: 150n });
const amount = fc.oneof(
  { weight: 8, arbitrary: small },
  fc.bigInt({ min: 0n, max: 2000n }),
  fc.constantFrom(0n, everything),
);
const payment = fc.record({ id: fc.constantFrom(...transferIds), token: index, to: index, amount });
const batch = fc.record({
  token: index,
  paymentIds: fc.array(fc.constantFrom(...paymentIds), { maxLength: 4 }),
});
/** Seconds from the last block; zero stands for the next midnight. */
const wait = fc.oneof(fc.constant(1), fc.nat({ max: 50_000 }), fc.constant(0));

const pay = fc.record({
  do: fc.constant('pay' as const),
  payments: fc.array(payment, { minLength: 1, maxLength: 8 }),
});

/** Something that happens to the vault or around it. */
export const step = fc.record({
  wait,
  who,
  act: fc.oneof(
    fc.record({ do: fc.constant('give' as const), token: index, to: index, amount: small }),
    fc.record({ do: fc.constant('flush' as const), batches: fc.array(batch, { maxLength: 3 }) }),
    { weight: 2, arbitrary: pay },
    fc.record({ do: fc.constant('cap' as const), token: index, cap: fc.bigInt({ min: 0n, max: 400n }) }),
    fc.record({ do: fc.constant('list' as const), account: index, listed: fc.boolean() }),
    fc.record({ do: fc.constant('operator' as const), to: wallet }),
    fc.record({ do: fc.constant('offer' as const), to: wallet }),
    fc.record({ do: fc.constant('accept' as const) }),
    fc.record({ do: fc.constant('withdraw' as const), token: index, to: index, amount }),
    fc.record({ do: fc.constant('block' as const), account: index, on: fc.boolean() }),
    fc.record({
      do: fc.constant('mood' as const),
      mood: fc.constantFrom('fair', 'silent', 'false', 'falseButMoves', 'lies', 'fee', 'reverts'),
    }),
    fc.record({ do: fc.constant('recipient' as const), mood: fc.constantFrom('accepts', 'refuses') }),
  ),
});
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The one that a number stands for. */
export function pick<T>(list: readonly T[], n: number): T {
  const found = list[n % list.length];
  if (found === undefined) throw new Error('The list is empty');
  return found;
}
