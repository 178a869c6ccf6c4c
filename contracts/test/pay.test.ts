import { toFunctionSelector } from 'viem/utils';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payFailures, payId } from '../../server/src/chains/evm/vault.ts';
import type { RecipientMood, TokenMood } from './support/contracts.ts';
import { openStage, type Stage } from './support/stage.ts';
import { calls, native } from './support/vault.ts';

const funds = 1_000_000n;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(async () => {
  await stage.reset();
  for (const token of [native, stage.token, stage.moody]) await stage.give(token, stage.vault.address, funds);
});

const failed = (id: string, why: (typeof payFailures)[number]) => [
  'PayFailed',
  payId(id),
  payFailures.indexOf(why),
];

describe('pay', () => {
  it.each(['token', 'native'])('pays each item and says so: %s', async (kind) => {
    const { vault, operator, customer, shop, balance } = stage;
    const token = kind === 'native' ? native : stage.token;
    const before = [await balance(token, customer), await balance(token, shop)] as const;
    const { events } = await vault.pay(operator, [
      { id: 'tr_1', token, to: customer, amount: 70n },
      { id: 'tr_2', token, to: shop, amount: 30n },
    ]);
    expect(events).toEqual([
      ['Paid', payId('tr_1'), token, customer, 70n],
      ['Paid', payId('tr_2'), token, shop, 30n],
    ]);
    expect(await balance(token, customer)).toBe(before[0] + 70n);
    expect(await balance(token, shop)).toBe(before[1] + 30n);
    expect(await balance(token, vault.address)).toBe(funds - 100n);
    expect([await vault.paid('tr_1'), await vault.paid('tr_3')]).toEqual([true, false]);
  });

  it('is for the operator alone', async () => {
    const { vault, operator, owner, stranger, customer, token, setOwner } = stage;
    await setOwner();
    const payment = { id: payId('tr_1'), token, to: customer, amount: 1n };
    for (const who of [owner, stranger])
      expect((await vault.send(who, calls.pay(payment))).error).toBe('NotOperator');
    for (const who of [owner, stranger, operator])
      expect((await vault.send(who, calls.payOne(payment))).error).toBe('NotVault');
    expect(await vault.paid('tr_1')).toBe(false);
  });

  it('pays an id once: within a batch, in later ones, and whatever else it asks for', async () => {
    const { vault, operator, customer, shop, token, balance } = stage;
    const item = { id: 'tr_1', token, to: customer, amount: 10n };
    const first = await vault.pay(operator, [item, item, { ...item, id: 'tr_2' }]);
    expect(first.events).toEqual([
      ['Paid', payId('tr_1'), token, customer, 10n],
      failed('tr_1', 'already_paid'),
      ['Paid', payId('tr_2'), token, customer, 10n],
    ]);
    const { events } = await vault.pay(operator, [item, { ...item, to: shop, token: native, amount: 1n }]);
    expect(events).toEqual([failed('tr_1', 'already_paid'), failed('tr_1', 'already_paid')]);
    expect(await balance(token, customer)).toBe(20n);
  });

  it.each(['false', 'falseButMoves', 'reverts', 'burnsGas', 'bombs', 'two', 'hungry'] satisfies TokenMood[])(
    'undoes a payment whose token %s, pays the rest, and pays it later',
    async (mood) => {
      const { vault, operator, customer, moody, token, contracts, balance } = stage;
      await vault.send(operator, calls.setCap(moody, 10n));
      await contracts.tokenMood(moody, mood);
      const item = { id: 'tr_1', token: moody, to: customer, amount: 10n };
      const { events } = await vault.pay(operator, [item, { ...item, id: 'tr_2', token }]);
      expect(events).toEqual([failed('tr_1', 'refused'), ['Paid', payId('tr_2'), token, customer, 10n]]);
      expect(await balance(moody, customer)).toBe(0n);
      expect(await balance(moody, vault.address)).toBe(funds);
      expect([await vault.paid('tr_1'), await vault.leftToday(moody)]).toEqual([false, 10n]);
      await contracts.tokenMood(moody, 'silent');
      const later = await vault.pay(operator, [item]);
      expect(later.events).toEqual([['Paid', payId('tr_1'), moody, customer, 10n]]);
      expect([await vault.paid('tr_1'), await vault.leftToday(moody)]).toEqual([true, 0n]);
    },
  );

  it('says when there is too little', async () => {
    const { vault, operator, customer, token } = stage;
    const item = { id: 'tr_1', token, to: customer, amount: funds + 1n };
    const { events } = await vault.pay(operator, [
      item,
      { ...item, id: 'tr_2', token: native },
      { ...item, id: 'tr_3', amount: funds },
    ]);
    expect(events).toEqual([
      failed('tr_1', 'short_of_funds'),
      failed('tr_2', 'short_of_funds'),
      ['Paid', payId('tr_3'), token, customer, funds],
    ]);
  });

  it('fails for a recipient whom the token blocks', async () => {
    const { vault, operator, customer, token, contracts } = stage;
    await contracts.block(token, customer);
    const item = { id: 'tr_1', token, to: customer, amount: 5n };
    expect((await vault.pay(operator, [item])).events).toEqual([failed('tr_1', 'refused')]);
    await contracts.block(token, customer, false);
    expect((await vault.pay(operator, [item])).events[0]?.[0]).toBe('Paid');
  });

  it('fails for nothing, nobody, the vault itself, and a token that is no contract', async () => {
    const { vault, operator, customer, shop, token } = stage;
    const item = { token, to: customer, amount: 1n };
    const { events } = await vault.pay(operator, [
      { ...item, id: 'tr_1', amount: 0n },
      { ...item, id: 'tr_2', to: native },
      { ...item, id: 'tr_3', to: vault.address },
      { ...item, id: 'tr_4', token: native, to: vault.address },
      { ...item, id: 'tr_5', token: shop },
      { ...item, id: 'tr_6', token: vault.address },
    ]);
    expect(events).toEqual([
      ...['tr_1', 'tr_2', 'tr_3', 'tr_4'].map((id) => failed(id, 'invalid')),
      ...['tr_5', 'tr_6'].map((id) => failed(id, 'refused')),
    ]);
  });

  it('reverts as a whole when the gas is not enough for every item', async () => {
    const { vault, operator, customer, token, balance } = stage;
    const items = Array.from({ length: 5 }, (_, n) => ({ id: `tr_${n}`, token, to: customer, amount: 1n }));
    for (const gas of [100_000n, 250_000n, 350_000n]) {
      const { ok, events } = await vault.pay(operator, items, { gas });
      expect([ok, events]).toEqual([false, []]);
    }
    expect([await balance(token, customer), await vault.paid('tr_0')]).toEqual([0n, false]);
  });

  it('pays with the gas that a node estimates', async () => {
    const { vault, chain, operator, recipient, contracts } = stage;
    await contracts.recipientMood(recipient, 'writes');
    const items = [1, 2, 3].map((n) => ({ id: payId(`tr_${n}`), token: native, to: recipient, amount: 1n }));
    const data = calls.pay(...items);
    const gas = BigInt(await chain.estimateGas({ from: operator, to: vault.address, data }));
    const { events } = await vault.send(operator, data, { gas });
    expect(events.map(([name]) => name)).toEqual(['Paid', 'Paid', 'Paid']);
  });

  it('pays hundreds at once', async () => {
    const { vault, operator, customer, token, balance } = stage;
    const items = Array.from({ length: 300 }, (_, n) => ({ id: `tr_${n}`, token, to: customer, amount: 1n }));
    const { ok } = await vault.pay(operator, items, { gas: 55_000_000n });
    expect([ok, await balance(token, customer)]).toEqual([true, 300n]);
  });
});

describe('a contract that is paid', () => {
  it.each(['accepts', 'writes', 'bombs'] satisfies RecipientMood[])('is paid if it %s', async (mood) => {
    const { vault, operator, recipient, contracts, balance } = stage;
    await contracts.recipientMood(recipient, mood);
    const { events } = await vault.pay(operator, [{ id: 'tr_1', token: native, to: recipient, amount: 5n }]);
    expect(events).toEqual([['Paid', payId('tr_1'), native, recipient, 5n]]);
    expect(await balance(native, recipient)).toBe(5n);
  });

  it.each(['refuses', 'burnsGas'] satisfies RecipientMood[])(
    'is not paid if it %s, at a small cost',
    async (mood) => {
      const { vault, operator, recipient, customer, contracts } = stage;
      await contracts.recipientMood(recipient, mood);
      const { events, gasUsed } = await vault.pay(operator, [
        { id: 'tr_1', token: native, to: recipient, amount: 5n },
        { id: 'tr_2', token: native, to: customer, amount: 6n },
      ]);
      expect(events).toEqual([failed('tr_1', 'refused'), ['Paid', payId('tr_2'), native, customer, 6n]]);
      expect(gasUsed).toBeLessThan(220_000);
    },
  );

  it('is not paid without a receive function', async () => {
    const { vault, operator, token } = stage;
    const { events } = await vault.pay(operator, [{ id: 'tr_1', token: native, to: token, amount: 5n }]);
    expect(events).toEqual([failed('tr_1', 'refused')]);
  });

  it('cannot use an entry of the vault meanwhile, even as operator and owner', async () => {
    const { vault, operator, recipient, customer, token, contracts, chain, balance } = stage;
    const locked = toFunctionSelector('Locked()');
    const again = calls.pay({ id: payId('tr_2'), token: native, to: customer, amount: 1n });
    await contracts.recipientMood(recipient, 'calls');
    await vault.send(operator, calls.offerOwnership(recipient));
    const { contracts: theirs } = stage;
    await theirs.execute(recipient, vault.address, calls.acceptOwnership());
    await theirs.execute(recipient, vault.address, calls.setOperator(recipient));
    for (const [n, data] of [again, calls.withdraw(token, customer, 1n), calls.flush()].entries()) {
      await contracts.callsBack(recipient, vault.address, data);
      const pay = calls.pay({ id: payId(`tr_1_${n}`), token: native, to: recipient, amount: 5n });
      const receipt = await theirs.execute(recipient, vault.address, pay);
      const told = receipt.logs.filter((log) => log.address.toLowerCase() === recipient.toLowerCase());
      expect(told.map((log) => [BigInt(log.topics[0]), log.data])).toEqual([[0n, locked]]);
    }
    expect(await balance(native, recipient)).toBe(15n);
    expect(await balance(token, vault.address)).toBe(funds);
    expect(await chain.balanceOf(vault.address)).toBe(funds - 15n);
  });
});

describe('a token that calls back while it is paid out', () => {
  it('finds the vault locked', async () => {
    const { vault, operator, customer, moody, contracts } = stage;
    await contracts.tokenMood(moody, 'calls');
    await vault.send(operator, calls.setOperator(moody));
    await contracts.callsBack(
      moody,
      vault.address,
      calls.pay({ id: payId('tr_2'), token: native, to: customer, amount: 1n }),
    );
    const { ok } = await vault.send(operator, calls.withdraw(moody, customer, 10n));
    expect(ok).toBe(true);
    expect(await contracts.answerOf(moody)).toEqual({
      called: false,
      answer: toFunctionSelector('Locked()'),
    });
    expect(await vault.paid('tr_2')).toBe(false);
  });
});
