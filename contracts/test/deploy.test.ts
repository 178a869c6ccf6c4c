import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  depositAddress,
  depositSalt,
  isVaultCode,
  vaultAddress,
  vaultDeployment,
} from '../../server/src/chains/evm/vault.ts';
import { startChain } from './support/chain.ts';
import { openStage, type Stage } from './support/stage.ts';
import { native, TestVault } from './support/vault.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});

describe('the vault', () => {
  it('has one address on all chains, worked out without a node', async () => {
    const { operator } = stage;
    for (const chainId of [1n, 56n, 8453n]) {
      const chain = await startChain(chainId);
      await chain.send({ from: operator, ...vaultDeployment(operator) });
      expect(isVaultCode(await chain.codeOf(vaultAddress(operator)))).toBe(true);
    }
  });

  it('has the same code for every operator, so that one hash tells ours', async () => {
    const other = await TestVault.deploy(stage.chain, stage.shop);
    expect(other.address).not.toBe(stage.vault.address);
    expect(await stage.chain.codeOf(other.address)).toBe(await stage.chain.codeOf(stage.vault.address));
    expect(isVaultCode('0x')).toBe(false);
    expect(isVaultCode(await stage.chain.codeOf(stage.token))).toBe(false);
  });

  it('is the same when a stranger deploys it first', async () => {
    const { operator, stranger } = stage;
    const chain = await startChain();
    await chain.send({ from: stranger, ...vaultDeployment(operator) });
    const vault = new TestVault(chain, vaultAddress(operator));
    expect(await vault.roles()).toEqual({ operator, owner: operator, offeredOwner: native });
    const again = await chain.send({ from: operator, ...vaultDeployment(operator) });
    expect(again.status).toBe('0x0');
    expect(await vault.roles()).toEqual({ operator, owner: operator, offeredOwner: native });
  });

  it('is at another address for another operator', () => {
    expect(vaultAddress(stage.stranger)).not.toBe(vaultAddress(stage.operator));
  });

  it('needs an operator', async () => {
    const receipt = await stage.chain.send({ from: stage.stranger, ...vaultDeployment(native) });
    expect(receipt.status).toBe('0x0');
  });
});

describe('a deposit address', () => {
  it('is what the contract says, for any payment id', async () => {
    const { vault } = stage;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (paymentId) => {
        const expected = await vault.depositAddress(depositSalt(paymentId));
        expect(depositAddress(vault.address, paymentId)).toBe(expected);
      }),
      { numRuns: 20 },
    );
  });

  it('differs from vault to vault', () => {
    const [one, other] = [stage.operator, stage.shop].map((who) =>
      depositAddress(vaultAddress(who), 'pay_1'),
    );
    expect(one).not.toBe(other);
    expect(depositAddress(vaultAddress(stage.operator), 'pay_1')).toBe(one);
  });

  it('takes the same vault in lower case', () => {
    const vault = stage.vault.address;
    const lower = `0x${vault.slice(2).toLowerCase()}` as const;
    expect(depositAddress(lower, 'pay_1')).toBe(depositAddress(vault, 'pay_1'));
  });
});
