import type { Address } from 'viem';
import { numberToHex } from 'viem/utils';
import { beforeAll, describe, expect, it } from 'vitest';
import { vaultDeployment } from '../../server/src/chains/evm/vault.ts';
import { openStage, type Stage } from './support/stage.ts';
import { calls, native } from './support/vault.ts';

/** Gas for each item. It is the same in every run; the room is for what a new compiler may change. */
const ceilings = {
  token: {
    flush: { alone: 97_000, aloneAgain: 56_000, batch: 58_000, batchAgain: 17_300 },
    pay: { alone: 98_500, aloneAgain: 81_500, batch: 60_500, batchAgain: 43_300 },
  },
  native: {
    flush: { alone: 86_000, aloneAgain: 44_600, batch: 57_000, batchAgain: 15_600 },
    pay: { alone: 95_000, aloneAgain: 70_100, batch: 66_100, batchAgain: 41_100 },
  },
};
const deploymentCeiling = 2_320_000;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  const { vault, operator } = stage;
  for (const token of [native, stage.token]) {
    await stage.give(token, vault.address, 10n ** 18n);
    await vault.send(operator, calls.setCap(token, 10n ** 17n));
  }
});

/** Does something with one item, with a hundred, and each once more. */
async function measure(use: (names: string[], round: number) => Promise<number>) {
  const hundred = Array.from({ length: 100 }, (_, n) => `batch_${n}`);
  return {
    alone: await use(['alone'], 1),
    aloneAgain: await use(['alone'], 2),
    batch: (await use(hundred, 1)) / 100,
    batchAgain: (await use(hundred, 2)) / 100,
  };
}

function expectBelow(measured: Record<string, number>, ceiling: Record<string, number>): void {
  for (const [name, gas] of Object.entries(measured)) {
    const most = ceiling[name] ?? 0;
    expect(gas, name).toBeLessThanOrEqual(most);
    // A ceiling far above says nothing. Lower it with what made the vault cheaper.
    expect(gas, name).toBeGreaterThan(most * 0.98);
  }
}

describe.each(['token', 'native'] as const)('gas of %s', (kind) => {
  const tokenOf = () => (kind === 'native' ? native : stage.token);

  it('flush stays below its ceilings', async () => {
    const measured = await measure(async (names) => {
      const ids = names.map((name) => `${kind}_${name}`);
      for (const id of ids) await stage.give(tokenOf(), stage.vault.depositOf(id), 1000n);
      const { gasUsed, events } = await stage.vault.flush(stage.stranger, tokenOf(), ids);
      expect(events.filter(([name]) => name === 'Flushed')).toHaveLength(ids.length);
      return gasUsed;
    });
    expectBelow(measured, ceilings[kind].flush);
  });

  it('pay stays below its ceilings, to new wallets and to known ones', async () => {
    const measured = await measure(async (names, round) => {
      const payments = names.map((name, n) => ({
        id: `${kind}_${name}_${round}`,
        token: tokenOf(),
        to: newWallet(names.length * 1000 + n),
        amount: 5n,
      }));
      const { gasUsed, events } = await stage.vault.pay(stage.operator, payments);
      expect(events.filter(([name]) => name === 'Paid')).toHaveLength(names.length);
      return gasUsed;
    });
    expectBelow(measured, ceilings[kind].pay);
  });
});

it('deployment stays below its ceiling', async () => {
  const receipt = await stage.chain.send({ from: stage.shop, ...vaultDeployment(stage.shop) });
  expect(Number(receipt.gasUsed)).toBeLessThanOrEqual(deploymentCeiling);
});

function newWallet(n: number): Address {
  return numberToHex(2n ** 150n + BigInt(n), { size: 20 });
}
