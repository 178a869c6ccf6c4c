import { type Address, parseAbi } from 'viem';
import { encodeFunctionData, toFunctionSelector } from 'viem/utils';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { depositSalt } from '../../server/src/chains/evm/vault.ts';
import type { TokenMood } from './support/contracts.ts';
import { openStage, type Stage } from './support/stage.ts';
import { calls, native } from './support/vault.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(() => stage.reset());

/** Gives money to the deposit of a payment. */
async function deposit(token: Address, paymentId: string, amount: bigint): Promise<Address> {
  const address = stage.vault.depositOf(paymentId);
  await stage.give(token, address, amount);
  return address;
}

describe('flush', () => {
  it.each(['token', 'native'])(
    'brings a deposit to the vault, by anyone, again and again: %s',
    async (kind) => {
      const { vault, balance, stranger } = stage;
      const token = kind === 'native' ? native : stage.token;
      for (const [amount, total] of [
        [500n, 500n],
        [70n, 570n],
        [1n, 571n],
      ] as const) {
        const address = await deposit(token, 'pay_1', amount);
        const { events } = await vault.flush(stranger, token, ['pay_1']);
        expect(events).toEqual([['Flushed', token, address, amount]]);
        expect(await balance(token, address)).toBe(0n);
        expect(await balance(token, vault.address)).toBe(total);
      }
    },
  );

  it('tells what arrived of a token that takes a fee, item by item', async () => {
    const { vault, moody, contracts, stranger } = stage;
    await contracts.tokenMood(moody, 'fee');
    const [one, two] = [await deposit(moody, 'pay_1', 1000n), await deposit(moody, 'pay_2', 200n)];
    const { events } = await vault.flush(stranger, moody, ['pay_1', 'pay_2']);
    expect(events).toEqual([
      ['Flushed', moody, one, 990n],
      ['Flushed', moody, two, 198n],
    ]);
  });

  it('works for a token that returns nothing', async () => {
    const { vault, moody, contracts, stranger } = stage;
    await contracts.tokenMood(moody, 'silent');
    const address = await deposit(moody, 'pay_1', 1000n);
    const { events } = await vault.flush(stranger, moody, ['pay_1']);
    expect(events).toEqual([['Flushed', moody, address, 1000n]]);
  });

  it('takes several tokens in one call, also of one deposit, and the same deposit twice', async () => {
    const { vault, token, stranger } = stage;
    const address = await deposit(token, 'pay_1', 5n);
    await deposit(native, 'pay_1', 7n);
    const salts = [depositSalt('pay_1'), depositSalt('pay_1')];
    const { events } = await vault.send(stranger, calls.flush({ token, salts }, { token: native, salts }));
    expect(events).toEqual([
      ['Flushed', token, address, 5n],
      ['Flushed', native, address, 7n],
    ]);
  });

  it('skips what is empty, without creating it', async () => {
    const { vault, chain, token, stranger } = stage;
    const { ok, events } = await vault.flush(stranger, token, ['pay_1', 'pay_2']);
    expect([ok, events]).toEqual([true, []]);
    expect(await chain.codeOf(vault.depositOf('pay_1'))).toBe('0x');
    expect((await vault.send(stranger, calls.flush())).ok).toBe(true);
  });

  it.each([
    'false',
    'falseButMoves',
    'lies',
    'reverts',
    'burnsGas',
    'bombs',
    'two',
    'hungry',
  ] satisfies TokenMood[])('goes on after a token that %s', async (mood) => {
    const { vault, moody, token, contracts, balance, stranger } = stage;
    const bad = await deposit(moody, 'pay_1', 10n);
    const good = await deposit(token, 'pay_1', 20n);
    await contracts.tokenMood(moody, mood);
    const salts = [depositSalt('pay_1')];
    const { events } = await vault.send(stranger, calls.flush({ token: moody, salts }, { token, salts }));
    expect(events).toEqual([
      ['FlushFailed', moody, bad],
      ['Flushed', token, good, 20n],
    ]);
    expect(await balance(moody, bad)).toBe(10n);
    await contracts.tokenMood(moody, 'fair');
    expect((await vault.flush(stranger, moody, ['pay_1'])).events).toEqual([['Flushed', moody, bad, 10n]]);
  });

  it('goes on after a deposit that the token blocks', async () => {
    const { vault, token, contracts, stranger } = stage;
    const [one, two, three] = [
      await deposit(token, 'pay_1', 1n),
      await deposit(token, 'pay_2', 2n),
      await deposit(token, 'pay_3', 3n),
    ];
    await contracts.block(token, two);
    const { events } = await vault.flush(stranger, token, ['pay_1', 'pay_2', 'pay_3']);
    expect(events).toEqual([
      ['Flushed', token, one, 1n],
      ['FlushFailed', token, two],
      ['Flushed', token, three, 3n],
    ]);
  });

  it.each(['reverts', 'burnsGas'] satisfies TokenMood[])(
    'goes on when the balance of one deposit %s',
    async (mood) => {
      const { vault, moody, contracts, stranger } = stage;
      const [one, two] = [await deposit(moody, 'pay_1', 1n), await deposit(moody, 'pay_2', 2n)];
      await contracts.balanceMood(moody, mood, one);
      const { events } = await vault.flush(stranger, moody, ['pay_1', 'pay_2']);
      expect(events).toEqual([
        ['FlushFailed', moody, one],
        ['Flushed', moody, two, 2n],
      ]);
    },
  );

  it('fails where the balance of the vault cannot be read, and moves nothing', async () => {
    const { vault, moody, contracts, balance, stranger } = stage;
    const address = await deposit(moody, 'pay_1', 1n);
    await contracts.balanceMood(moody, 'reverts', vault.address);
    expect((await vault.flush(stranger, moody, ['pay_1'])).events).toEqual([['FlushFailed', moody, address]]);
    expect(await balance(moody, address)).toBe(1n);
  });

  it('fails for a token that is no contract', async () => {
    const { vault, stranger, shop } = stage;
    const { events } = await vault.flush(stranger, shop, ['pay_1', 'pay_2']);
    expect(events.map(([name]) => name)).toEqual(['FlushFailed', 'FlushFailed']);
  });

  it('gives a token all the gas when it is alone', async () => {
    const { vault, moody, contracts, stranger } = stage;
    const address = await deposit(moody, 'pay_1', 9n);
    await contracts.tokenMood(moody, 'hungry');
    expect((await vault.flush(stranger, moody, ['pay_1'])).events).toEqual([['Flushed', moody, address, 9n]]);
  });

  it('reverts as a whole rather than starve an item of gas', async () => {
    const { vault, token, balance, stranger } = stage;
    const address = await deposit(token, 'pay_1', 9n);
    for (const gas of [120_000n, 200_000n, 250_000n]) {
      const { ok, events } = await vault.flush(stranger, token, ['pay_1'], { gas });
      expect([ok, events]).toEqual([false, []]);
    }
    expect(await balance(token, address)).toBe(9n);
  });

  it('succeeds with the gas that a node estimates', async () => {
    const { vault, chain, token, stranger } = stage;
    const ids = ['pay_1', 'pay_2', 'pay_3'];
    for (const id of ids) await deposit(token, id, 9n);
    const data = calls.flush({ token, salts: ids.map(depositSalt) });
    const gas = BigInt(await chain.estimateGas({ from: stranger, to: vault.address, data }));
    const { events } = await vault.send(stranger, data, { gas });
    expect(events.map(([name]) => name)).toEqual(['Flushed', 'Flushed', 'Flushed']);
  });

  it('cannot be entered again from a token', async () => {
    const { vault, moody, token, contracts, stranger } = stage;
    const address = await deposit(moody, 'pay_1', 10n);
    await deposit(token, 'pay_2', 20n);
    await contracts.callsBack(moody, vault.address, calls.flush({ token, salts: [depositSalt('pay_2')] }));
    await contracts.tokenMood(moody, 'calls');
    const { events } = await vault.flush(stranger, moody, ['pay_1']);
    expect(events).toEqual([['Flushed', moody, address, 10n]]);
    expect(await contracts.answerOf(moody)).toEqual({
      called: false,
      answer: toFunctionSelector('Locked()'),
    });
  });
});

describe('a deposit address', () => {
  /** Before anything is there, and once the contract is. */
  async function withAndWithoutCode(check: (address: Address) => Promise<void>): Promise<void> {
    const { vault, chain, stranger } = stage;
    const address = vault.depositOf('pay_1');
    await check(address);
    await deposit(native, 'pay_1', 1n);
    await vault.flush(stranger, native, ['pay_1']);
    expect((await chain.codeOf(address)).length).toBe(2 + 2 * 44);
    await check(address);
  }

  it('accepts plain value within 2,300 gas', () =>
    withAndWithoutCode(async (address) => {
      const before = await stage.chain.balanceOf(address);
      expect(await stage.contracts.payNative(stage.payer, 'payByTransfer', address, 5n)).toBe(true);
      expect(await stage.chain.balanceOf(address)).toBe(before + 5n);
    }));

  it('accepts value with data, as any address does', () =>
    withAndWithoutCode(async (address) => {
      const before = await stage.chain.balanceOf(address);
      const data = '0x6f7264657220313233';
      const { status } = await stage.chain.send({ from: stage.customer, to: address, value: 5n, data });
      expect([status, await stage.chain.balanceOf(address)]).toEqual(['0x1', before + 5n]);
    }));

  it('gives up value that a dying contract left', async () => {
    const { vault, contracts, payer, stranger } = stage;
    const address = vault.depositOf('pay_1');
    for (const value of [5n, 6n]) {
      expect(await contracts.payNative(payer, 'payByDestruction', address, value)).toBe(true);
      const { events } = await vault.flush(stranger, native, ['pay_1']);
      expect(events).toEqual([['Flushed', native, address, value]]);
    }
  });

  it('obeys the vault alone', async () => {
    const { vault, chain, token, balance, operator } = stage;
    const address = await deposit(token, 'pay_1', 1n);
    await vault.flush(operator, token, ['pay_1']);
    await deposit(token, 'pay_1', 50n);
    const abi = parseAbi(['function forward(address token, uint256 amount)']);
    const data = encodeFunctionData({ abi, functionName: 'forward', args: [token, 50n] });
    await chain.send({ from: operator, to: address, data });
    expect(await balance(token, address)).toBe(50n);
    const direct = await chain.send({ from: operator, to: await vault.implementation(), data });
    expect(direct.status).toBe('0x0');
  });
});
