import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Context } from '../../../src/app/context.ts';
import type { ChainId } from '../../../src/lib/chains/registry.ts';
import type { AccountKey, AccountKind, Posting } from '../../../src/treasury/ledger/posting.ts';
import { foldChanges } from '../../../src/treasury/ledger/store.ts';
import { type Chance, chanceFrom } from '../../chains/watching/model/chance.ts';
import { budget } from '../../support/chance.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { account, balances, moving, postNow } from './support.ts';

let service: TestService;
let ctx: Context;
let merchants: string[];
beforeAll(async () => {
  service = await startTestService();
  ctx = service.ctx;
  merchants = [];
  for (let index = 0; index < budget(40, 5); index++)
    merchants.push((await service.createMerchant()).merchantId);
});
afterAll(() => service.stop());

const assets: [ChainId, string][] = [
  ['base', 'USDC'],
  ['base', 'ETH'],
  ['bsc', 'USDC'],
];
/** Moves of money, from where to where. The last ones spend, and are refused when there is too little. */
const moves = [
  ['arrival', 'unapplied', 'deposit_address'],
  ['arrival', 'unapplied', 'deposit_address'],
  ['completion', 'merchant_balance', 'deposit_address'],
  ['sweep', 'deposit_address', 'vault'],
  ['credit', 'merchant_balance', 'unapplied'],
  ['return', 'vault', 'unapplied'],
  ['refund', 'refunding', 'merchant_balance'],
  ['refund', 'vault', 'refunding'],
  ['refund', 'merchant_balance', 'refunding'],
  ['payout', 'vault', 'merchant_balance'],
  ['payout', 'in_transit', 'merchant_balance'],
  ['payout', 'vault', 'in_transit'],
  ['payout', 'merchant_balance', 'in_transit'],
  ['fee', 'fee_income', 'merchant_balance'],
  ['gas', 'gas', 'gas_cost'],
  ['rounding', 'rounding', 'merchant_balance'],
] as const;
const held: readonly AccountKind[] = ['deposit_address', 'vault'];
const owed: readonly AccountKind[] = ['merchant_balance', 'unapplied', 'in_transit', 'refunding'];
const batchSize = 250;

const nameOf = (key: AccountKey) =>
  [key.kind, key.merchantId, key.chain, key.token].filter((part) => part !== null).join(' ');

/** What the ledger should hold, kept beside it. */
class Model {
  readonly units = new Map<string, bigint>();
  of(key: AccountKey): bigint {
    return this.units.get(nameOf(key)) ?? 0n;
  }
  apply({ lines }: Posting): void {
    for (const { account: key, units } of lines) this.units.set(nameOf(key), this.of(key) + units);
  }
  /** Whether nobody spends more than is there. */
  allows({ kind, lines }: Posting): boolean {
    if (kind === 'arrival' || kind === 'completion') return true;
    return lines.every(({ account: key, units }) => {
      const after = this.of(key) + units;
      if (held.includes(key.kind) && units < 0n) return after >= 0n;
      return owed.includes(key.kind) && units > 0n ? after <= 0n : true;
    });
  }
}

function randomPosting(chance: Chance, source: string): Posting {
  const pick = <T>(list: readonly T[]): T => list[chance.below(list.length)] as T;
  const [kind, from, to] = pick(moves);
  const merchant = pick(merchants);
  const [chain, token] = pick(assets);
  const units = BigInt(1 + chance.below(1_000_000)) * (token === 'ETH' ? 10n ** 12n : 1n);
  const own = { chain, token };
  return moving(kind, source, units, account(from, merchant, own), account(to, merchant, own));
}

/** Takes a unit from one side, or moves one side to another token: what a bug would do. */
function spoiled(chance: Chance, posting: Posting): Posting {
  const [first, ...rest] = posting.lines;
  if (!first) return posting;
  const line = chance.happens(0.5)
    ? { ...first, units: first.units + 1n }
    : { ...first, account: { ...first.account, token: 'DAI' } };
  return { ...posting, lines: [line, ...rest] };
}

it('after any operations all is zero in sum, nothing held is negative, and nobody spent what was not there', async () => {
  const seed = inject('chanceSeed');
  const chance = chanceFrom(seed);
  const model = new Model();
  const operations = budget(1_000_000, 4000);
  const refused = { overspent: 0, unbalanced: 0 };
  let batch: Posting[] = [];
  let last: Posting | undefined;
  const flush = async () => {
    await postNow(ctx, batch);
    batch = [];
  };
  for (let index = 0; index < operations; index++) {
    const posting = randomPosting(chance, `pay_${seed}_${index}`);
    if (model.allows(posting)) {
      model.apply(posting);
      batch.push(posting);
      last = posting;
      if (batch.length === batchSize) await flush();
    } else if (chance.happens(0.05)) {
      await flush();
      refused.overspent++;
      await expect(postNow(ctx, [posting])).rejects.toMatchObject({ constraint: 'ledger_not_negative' });
    }
    if (chance.happens(0.003)) {
      refused.unbalanced++;
      const bad = spoiled(chance, { ...posting, kind: 'completion', source: `bad_${index}` });
      await expect(postNow(ctx, [bad])).rejects.toMatchObject({ constraint: 'ledger_balanced' });
    }
    // Repeated, as after a kill between commit and answer.
    if (last && chance.happens(0.003)) {
      await flush();
      await postNow(ctx, [last]);
    }
    if (chance.happens(0.002)) await foldChanges(ctx.db, 1 + chance.below(2000));
    if (chance.happens(2 / operations)) {
      await flush();
      await compare(model);
    }
  }
  await flush();
  await compare(model);
  expect(refused.overspent, 'overspending was tried').toBeGreaterThan(5);
  expect(refused.unbalanced, 'imbalance was planted').toBeGreaterThan(3);
}, 1_800_000);

async function compare(model: Model): Promise<void> {
  const found = await balances(ctx);
  const known = new Map([...model.units].filter(([, units]) => units !== 0n));
  expect(new Map([...found].filter(([, units]) => units !== 0n))).toEqual(known);
  const sums = new Map<string, bigint>();
  for (const [name, units] of found) {
    const asset = name.split(' ').slice(-2).join(' ');
    sums.set(asset, (sums.get(asset) ?? 0n) + units);
    const isHeld = held.some((kind) => name.startsWith(kind));
    if (isHeld) expect(units, name).toBeGreaterThanOrEqual(0n);
    if (owed.some((kind) => name.startsWith(kind))) expect(units, name).toBeLessThanOrEqual(0n);
  }
  expect(new Set(sums.values())).toEqual(new Set([0n]));
}
