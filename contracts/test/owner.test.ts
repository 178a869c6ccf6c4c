import type { Hex } from 'viem';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payId } from '../../server/src/chains/evm/vault.ts';
import type { TokenMood } from './support/contracts.ts';
import { openStage, type Stage } from './support/stage.ts';
import { calls, everything, native } from './support/vault.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(() => stage.reset());

describe('ownership', () => {
  it('begins with the operator', async () => {
    const { operator } = stage;
    expect(await stage.vault.roles()).toEqual({ operator, owner: operator, offeredOwner: native });
  });

  it('moves when the new owner accepts, and not before', async () => {
    const { vault, operator, owner, stranger } = stage;
    const offer = await vault.send(operator, calls.offerOwnership(owner));
    expect(offer.events).toEqual([['OwnerOffered', owner]]);
    expect(await vault.roles()).toEqual({ operator, owner: operator, offeredOwner: owner });
    expect((await vault.send(stranger, calls.acceptOwnership())).error).toBe('NotOwner');
    expect((await vault.send(operator, calls.acceptOwnership())).error).toBe('NotOwner');
    expect((await vault.send(owner, calls.setCap(native, 1n))).error).toBe('NotOwner');
    const accepted = await vault.send(owner, calls.acceptOwnership());
    expect(accepted.events).toEqual([['OwnerSet', owner]]);
    expect(await vault.roles()).toEqual({ operator, owner, offeredOwner: native });
    expect((await vault.send(owner, calls.acceptOwnership())).error).toBe('NotOwner');
  });

  it('survives a typo: the offer is replaced', async () => {
    const { vault, operator, owner, stranger } = stage;
    await vault.send(operator, calls.offerOwnership(stranger));
    await vault.send(operator, calls.offerOwnership(owner));
    expect((await vault.send(stranger, calls.acceptOwnership())).error).toBe('NotOwner');
    await vault.send(operator, calls.offerOwnership(native));
    expect((await vault.send(owner, calls.acceptOwnership())).error).toBe('NotOwner');
    expect((await vault.roles()).owner).toBe(operator);
  });

  it('leaves the operator nothing but paying', async () => {
    const { vault, operator, owner, stranger, token, setOwner } = stage;
    await setOwner();
    const guarded: Hex[] = [
      calls.setCap(token, 1n),
      calls.setPayoutWallets([operator], true),
      calls.setOperator(operator),
      calls.offerOwnership(operator),
      calls.withdraw(token, operator, 0n),
    ];
    for (const data of guarded) {
      for (const who of [operator, stranger]) expect((await vault.send(who, data)).error).toBe('NotOwner');
    }
    expect((await vault.roles()).owner).toBe(owner);
  });
});

describe('the owner', () => {
  beforeEach(() => stage.setOwner());

  it('replaces the operator, and keeps what was paid', async () => {
    const { vault, operator, owner, shop, customer, token } = stage;
    await stage.give(token, vault.address, 100n);
    await vault.send(owner, calls.setCap(token, 100n));
    const item = { id: 'tr_1', token, to: customer, amount: 1n };
    await vault.pay(operator, [item]);
    const { events } = await vault.send(owner, calls.setOperator(shop));
    expect(events).toEqual([['OperatorSet', shop]]);
    expect((await vault.pay(operator, [item])).error).toBe('NotOperator');
    expect((await vault.pay(shop, [item])).events).toEqual([['PayFailed', payId('tr_1'), 0]]);
  });

  it('stops payments with the zero address, and starts them again', async () => {
    const { vault, operator, owner } = stage;
    await vault.send(owner, calls.setOperator(native));
    expect((await vault.pay(operator, [])).error).toBe('NotOperator');
    await vault.send(owner, calls.setOperator(operator));
    expect((await vault.pay(operator, [])).ok).toBe(true);
  });

  it('is told of caps and payout wallets', async () => {
    const { vault, owner, shop, customer, token } = stage;
    expect((await vault.send(owner, calls.setCap(token, 7n))).events).toEqual([['CapSet', token, 7n]]);
    expect((await vault.send(owner, calls.setPayoutWallets([shop, customer], true))).events).toEqual([
      ['PayoutWalletSet', shop, true],
      ['PayoutWalletSet', customer, true],
    ]);
  });

  it.each(['token', 'native', 'silent', 'hungry', 'fee'])(
    'withdraws part, then everything: %s',
    async (kind) => {
      const { vault, owner, shop, moody, contracts, balance, give } = stage;
      const token = kind === 'native' ? native : kind === 'token' ? stage.token : moody;
      if (token === moody) await contracts.tokenMood(moody, kind as TokenMood);
      await give(token, vault.address, 1000n);
      const before = await balance(token, shop);
      const part = await vault.send(owner, calls.withdraw(token, shop, 400n));
      expect(part.events).toEqual([['Withdrawn', token, shop, 400n]]);
      const rest = await vault.send(owner, calls.withdraw(token, shop, everything));
      expect(rest.events).toEqual([['Withdrawn', token, shop, 600n]]);
      expect(await balance(token, vault.address)).toBe(0n);
      expect((await balance(token, shop)) - before).toBe(kind === 'fee' ? 990n : 1000n);
    },
  );

  it('withdraws to a contract that needs gas', async () => {
    const { vault, owner, recipient, contracts, give, balance } = stage;
    await contracts.recipientMood(recipient, 'writes');
    await give(native, vault.address, 1000n);
    await vault.send(owner, calls.withdraw(native, recipient, everything));
    expect(await balance(native, recipient)).toBe(1000n);
  });

  it('withdraws what was sent to the vault itself, by any way', async () => {
    const { vault, owner, payer, shop, contracts, chain } = stage;
    for (const how of ['payByTransfer', 'payByDestruction'] as const)
      expect(await contracts.payNative(payer, how, vault.address, 5n)).toBe(true);
    expect(await chain.balanceOf(vault.address)).toBe(10n);
    const { events } = await vault.send(owner, calls.withdraw(native, shop, everything));
    expect(events).toEqual([['Withdrawn', native, shop, 10n]]);
  });

  it.each(['false', 'reverts'] satisfies TokenMood[])('is told when a token %s', async (mood) => {
    const { vault, owner, shop, moody, contracts, give } = stage;
    await give(moody, vault.address, 10n);
    await contracts.tokenMood(moody, mood);
    expect((await vault.send(owner, calls.withdraw(moody, shop, 10n))).error).toBe('TransferFailed');
    await contracts.tokenMood(moody, 'fair');
    await contracts.balanceMood(moody, 'reverts', vault.address);
    expect((await vault.send(owner, calls.withdraw(moody, shop, everything))).error).toBe('TransferFailed');
  });

  it('cannot withdraw to nobody, more than there is, or to whom refuses', async () => {
    const { vault, owner, shop, token, recipient, contracts, give } = stage;
    await contracts.recipientMood(recipient, 'refuses');
    await give(native, vault.address, 10n);
    const error = async (data: Hex) => (await vault.send(owner, data)).error;
    expect(await error(calls.withdraw(native, native, 1n))).toBe('ZeroAddress');
    expect(await error(calls.withdraw(native, shop, 11n))).toBe('TransferFailed');
    expect(await error(calls.withdraw(token, shop, 1n))).toBe('TransferFailed');
    expect(await error(calls.withdraw(native, recipient, 1n))).toBe('TransferFailed');
    expect((await vault.send(owner, calls.withdraw(native, shop, 10n))).ok).toBe(true);
  });
});
