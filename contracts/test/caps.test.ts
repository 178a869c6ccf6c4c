import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payFailures } from '../../server/src/chains/evm/vault.ts';
import { openStage, type Stage } from './support/stage.ts';
import { calls, everything, native } from './support/vault.ts';

const funds = 1_000_000n;
const noon = new Date('2030-05-01T12:00:00Z');
const lastSecond = new Date('2030-05-01T23:59:59Z');
const midnight = new Date('2030-05-02T00:00:00Z');

let stage: Stage;
let transfers = 0;
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(async () => {
  await stage.reset();
  for (const token of [native, stage.token]) await stage.give(token, stage.vault.address, funds);
});

/** Pays the customer, or somebody else. What came of each amount, in words. */
async function pay(amounts: bigint[], { token = stage.token, to = stage.customer, at = noon } = {}) {
  const items = amounts.map((amount) => ({ id: `tr_${transfers++}`, token, to, amount }));
  const { events } = await stage.vault.pay(stage.operator, items, { at });
  return events.map(([name, , failure]) => (name === 'Paid' ? 'paid' : payFailures[Number(failure)]));
}

describe('a token without a cap', () => {
  it('is unlimited while the operator is the owner', async () => {
    expect(await stage.vault.leftToday(stage.token)).toBe(everything);
    expect(await pay([funds])).toEqual(['paid']);
  });

  it('goes to payout wallets alone once there is another owner', async () => {
    const { vault, token, owner, shop, setOwner } = stage;
    await setOwner();
    await vault.send(owner, calls.setPayoutWallets([shop], true));
    expect(await vault.leftToday(token)).toBe(0n);
    expect(await pay([1n])).toEqual(['over_cap']);
    expect(await pay([1n], { to: shop })).toEqual(['paid']);
  });

  it('is unlimited again for an owner who is the operator', async () => {
    const { vault, token, owner, operator, setOwner } = stage;
    await setOwner();
    await vault.send(owner, calls.setOperator(owner));
    expect(await vault.leftToday(token)).toBe(everything);
    expect((await vault.pay(operator, [])).error).toBe('NotOperator');
  });
});

describe('a cap', () => {
  it('limits the day, also while the operator is the owner', async () => {
    const { vault, token, operator, chain } = stage;
    await vault.send(operator, calls.setCap(token, 100n), { at: noon });
    expect(await pay([60n, 41n, 40n, 1n])).toEqual(['paid', 'over_cap', 'paid', 'over_cap']);
    expect(await vault.leftToday(token)).toBe(0n);
    expect(await pay([funds], { token: native })).toEqual(['paid']);
    expect(await chain.balanceOf(vault.address)).toBe(0n);
  });

  it('starts anew at midnight UTC, not before', async () => {
    const { vault, token, operator } = stage;
    await vault.send(operator, calls.setCap(token, 100n), { at: noon });
    expect(await pay([100n])).toEqual(['paid']);
    expect(await pay([1n], { at: lastSecond })).toEqual(['over_cap']);
    expect(await pay([99n, 2n, 1n], { at: midnight })).toEqual(['paid', 'over_cap', 'paid']);
    expect(await pay([100n], { at: new Date('2040-01-01T00:00:00Z') })).toEqual(['paid']);
  });

  it('does not apply to payout wallets, which use nothing of it', async () => {
    const { vault, token, operator, shop } = stage;
    await vault.send(operator, calls.setCap(token, 100n));
    await vault.send(operator, calls.setPayoutWallets([shop], true));
    expect(await pay([500n, 400n], { to: shop })).toEqual(['paid', 'paid']);
    expect(await pay([100n])).toEqual(['paid']);
    await vault.send(operator, calls.setPayoutWallets([shop], false), { at: noon });
    expect(await pay([1n], { to: shop })).toEqual(['over_cap']);
  });

  it('is used by what was paid, not by what failed', async () => {
    const { vault, token, operator, contracts, customer } = stage;
    await vault.send(operator, calls.setCap(token, 100n));
    await contracts.block(token, customer);
    expect(await pay([100n, 50n])).toEqual(['refused', 'refused']);
    await contracts.block(token, customer, false);
    expect(await pay([100n])).toEqual(['paid']);
  });

  it('counts what was paid earlier in the day when it changes', async () => {
    const { vault, token, operator } = stage;
    const setCap = (cap: bigint) => vault.send(operator, calls.setCap(token, cap), { at: noon });
    await setCap(100n);
    expect(await pay([80n])).toEqual(['paid']);
    await setCap(50n);
    expect(await vault.leftToday(token)).toBe(0n);
    expect(await pay([1n])).toEqual(['over_cap']);
    await setCap(90n);
    expect(await pay([11n, 10n])).toEqual(['over_cap', 'paid']);
    await setCap(0n);
    expect(await pay([1n])).toEqual(['over_cap']);
    expect(await pay([1n], { at: midnight })).toEqual(['over_cap']);
  });

  it('holds for amounts of any size', async () => {
    const { vault, token, operator } = stage;
    const largest = 2n ** 112n - 1n;
    await vault.send(operator, calls.setCap(token, 100n));
    expect(await pay([1n])).toEqual(['paid']);
    expect(await pay([everything, 2n ** 112n, 2n ** 112n + 1n])).toEqual([
      'over_cap',
      'over_cap',
      'over_cap',
    ]);
    await vault.send(operator, calls.setCap(token, largest), { at: noon });
    await stage.give(token, vault.address, largest);
    expect(await pay([largest, largest - 1n, 1n])).toEqual(['over_cap', 'paid', 'over_cap']);
  });

  it('is seen by the owner of the day that a node asks at', async () => {
    const { vault, token, operator, chain } = stage;
    await vault.send(operator, calls.setCap(token, 100n), { at: noon });
    await pay([30n], { at: lastSecond });
    expect(await vault.leftToday(token)).toBe(70n);
    chain.time = midnight;
    await chain.mine();
    expect(await vault.leftToday(token)).toBe(100n);
  });
});
