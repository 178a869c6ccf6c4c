import { expect, inject, it } from 'vitest';
import { createRandom } from '../../../../devnet/evm/random.ts';
import { proportionOf } from '../../../src/lib/money.ts';
import { withFees } from '../../../src/payments/credit/arrival-postings.ts';
import type { Posting } from '../../../src/treasury/ledger/posting.ts';
import {
  completionPosting,
  creditPosting,
  feeOn,
  reversalPosting,
} from '../../../src/treasury/ledger/postings.ts';

const now = new Date(0);
const times = 1000;
const random = createRandom(`rounding ${inject('chanceSeed')}`);
/** Below `limit`, more often small than large. */
const below = (limit: number) => BigInt(Math.floor(limit ** random()));
const money = (units: bigint) =>
  ({ environment: 'live', merchantId: 'mrc_1', chain: 'base', token: 'USDC', units }) as const;

function lineOf({ lines }: Posting, kind: string): bigint {
  return lines.reduce((sum, line) => (line.account.kind === kind ? sum + line.units : sum), 0n);
}

const sumOf = ({ lines }: Posting) => lines.reduce((sum, { units }) => sum + units, 0n);

it('the fee on arrivals in parts is that on the whole: no unit is left over, and a reversal takes back what was posted', () => {
  for (let i = 0; i < times; i++) {
    const feeBps = below(1001);
    const parts = Array.from({ length: 1 + (i % 4) }, () => below(1e15));
    const uses = withFees(
      parts.map((applied, index) => ({ arrivalId: `arr_${index}`, applied, unapplied: 0n, reason: null })),
      feeBps,
    );
    const units = parts.reduce((sum, part) => sum + part, 0n);
    const whole = completionPosting(money(units), feeBps, 'pay_1', now);
    const reversals = uses.map(({ applied, fee }) =>
      reversalPosting(money(applied), { applied, fee }, 'arr_1', now),
    );
    for (const posting of [
      whole,
      ...reversals,
      creditPosting(money(units), feeOn(units, feeBps), 'unf_1', now),
    ])
      expect(sumOf(posting)).toBe(0n);
    for (const kind of ['merchant_balance', 'fee_income'])
      expect(reversals.reduce((sum, one) => sum + lineOf(one, kind), lineOf(whole, kind))).toBe(0n);
    const fee = -lineOf(whole, 'fee_income');
    expect(fee * 10_000n <= units * feeBps && (fee + 1n) * 10_000n > units * feeBps, 'rounded down').toBe(
      true,
    );
  }
});

it('refunds in parts return every unit with the last one, and never more', () => {
  for (let i = 0; i < times; i++) {
    let [leftMinor, leftUnits] = [1n + below(1e8), below(1e18)];
    const paid = leftUnits;
    let refunded = 0n;
    while (leftMinor > 0n) {
      const part = random() < 0.2 ? leftMinor : 1n + below(Number(leftMinor));
      const minor = part > leftMinor ? leftMinor : part;
      const units = proportionOf(leftUnits, minor, leftMinor);
      [leftMinor, leftUnits, refunded] = [leftMinor - minor, leftUnits - units, refunded + units];
      expect(leftUnits >= 0n).toBe(true);
    }
    expect(refunded).toBe(paid);
  }
});
