import fc from 'fast-check';
import { type Address, parseAbi } from 'viem';
import { decodeFunctionResult, encodeFunctionData, getAddress, numberToHex } from 'viem/utils';
import { beforeAll, describe, expect, it } from 'vitest';
import { payId } from '../../server/src/chains/evm/vault.ts';
import { vaultAbi } from '../../server/src/chains/evm/vault-artifact.ts';
import { budget } from '../../server/test/support/chance.ts';
import { tokenAbi } from './support/contracts.ts';
import { batchOf, VaultModel } from './support/model.ts';
import { openStage, type Stage } from './support/stage.ts';
import { calls, everything, native } from './support/vault.ts';

const paymentIds = ['pay_1', 'pay_2', 'pay_3'];
const transferIds = ['tr_1', 'tr_2', 'tr_3', 'tr_4', 'tr_5', 'tr_6', 'tr_7', 'tr_8'];
/** They never send anything, so no gas disturbs their balances. */
const customers = [0xc1, 0xc2, 0xc3].map((n) => getAddress(numberToHex(n, { size: 20 })));
const readerAbi = parseAbi([
  'function read((address target, bytes data)[] questions) view returns (uint256[])',
  'function nativeOf(address account) view returns (uint256)',
]);

let stage: Stage;
let reader: Address;
let tokens: Address[];
let recipients: Address[];
let accounts: Address[];
beforeAll(async () => {
  stage = await openStage();
  const { vault, contracts, token, moody, recipient } = stage;
  reader = await contracts.deploy('Reader');
  tokens = [native, token, moody];
  recipients = [...customers, recipient, vault.address];
  accounts = [...recipients, ...paymentIds.map((id) => vault.depositOf(id))];
  for (const { token, account, amount } of funds()) await stage.give(token, account, amount);
  await stage.keep();
});

/** Where every run begins. */
function funds() {
  const deposits = paymentIds.map((id) => ({ account: stage.vault.depositOf(id), amount: 100n }));
  const all = [...deposits, { account: stage.vault.address, amount: 500n }];
  return tokens.flatMap((token) => all.map((one) => ({ token, ...one })));
}

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
const paymentId = fc.constantFrom(...paymentIds);
const payment = fc.record({ id: fc.constantFrom(...transferIds), token: index, to: index, amount });
const batch = fc.record({ token: index, paymentIds: fc.array(paymentId, { maxLength: 4 }) });
/** Seconds from the last block; zero stands for the next midnight. */
const wait = fc.oneof(fc.constant(1), fc.nat({ max: 50_000 }), fc.constant(0));

const step = fc.record({
  wait,
  who,
  act: fc.oneof(
    fc.record({ do: fc.constant('give' as const), token: index, to: index, amount: small }),
    fc.record({ do: fc.constant('flush' as const), batches: fc.array(batch, { maxLength: 3 }) }),
    fc.record({ do: fc.constant('pay' as const), payments: fc.array(payment, { maxLength: 5 }) }),
    fc.record({
      do: fc.constant('pay' as const),
      payments: fc.array(payment, { minLength: 3, maxLength: 8 }),
    }),
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
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function pick<T>(list: readonly T[], n: number): T {
  const found = list[n % list.length];
  if (found === undefined) throw new Error('The list is empty');
  return found;
}

describe('the vault', () => {
  it('does what the model does, in any order of calls', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }), async (steps) => {
        await stage.reset();
        const model = new VaultModel(stage);
        for (const { token, account, amount } of funds()) model.give(token, account, amount);
        model.now = stage.chain.time.getTime() / 1000;
        for (const one of steps) {
          await run(one, model);
          expect(await stateOfChain()).toEqual(stateOf(model));
        }
      }),
      { numRuns: budget(500, 20) },
    );
  });
});

/** Does one step on the chain and in the model, and compares what they say. */
async function run({ wait: seconds, who: from, act }: Step, model: VaultModel): Promise<void> {
  const { contracts, token, moody, recipient, give } = stage;
  switch (act.do) {
    case 'give': {
      const to = pick(
        accounts.filter((account) => account !== recipient),
        act.to,
      );
      await give(pick(tokens, act.token), to, act.amount);
      return model.give(pick(tokens, act.token), to, act.amount);
    }
    case 'block': {
      const account = pick(accounts, act.account);
      await contracts.block(token, account, act.on);
      if (act.on) model.blocked.add(account);
      else model.blocked.delete(account);
      return;
    }
    case 'mood':
      model.mood = act.mood;
      return contracts.tokenMood(moody, act.mood);
    case 'recipient':
      model.recipientMood = act.mood;
      return contracts.recipientMood(recipient, act.mood);
    default:
      return call(from === 'right' ? rightFor(act.do, model) : pick(wallets(), from), seconds, act, model);
  }
}

function rightFor(act: Step['act']['do'], model: VaultModel): Address {
  if (act === 'pay') return model.operator;
  return act === 'accept' && model.offeredOwner !== native ? model.offeredOwner : model.owner;
}

async function call(from: Address, seconds: number, act: Step['act'], model: VaultModel): Promise<void> {
  const nextMidnight = (Math.floor(model.now / 86_400) + 1) * 86_400;
  model.now = seconds === 0 ? nextMidnight : model.now + seconds;
  const [data, told] = translate(from, act, model);
  const outcome = await stage.vault.send(from, data, { at: new Date(model.now * 1000) });
  expect('error' in told ? { error: outcome.error } : { events: outcome.events }).toEqual(told);
  expect(outcome.ok).toBe(!('error' in told));
}

function translate(from: Address, act: Step['act'], model: VaultModel) {
  switch (act.do) {
    case 'flush': {
      const batches = act.batches.map((one) => ({ ...one, token: pick(tokens, one.token) }));
      return [calls.flush(...batches.map(batchOf)), model.flush(batches)] as const;
    }
    case 'pay': {
      const payments = act.payments.map((one) => ({
        ...one,
        token: pick(tokens, one.token),
        to: pick(recipients, one.to),
      }));
      const encoded = payments.map((one) => ({ ...one, id: payId(one.id) }));
      return [calls.pay(...encoded), model.pay(from, payments)] as const;
    }
    case 'withdraw': {
      const [token, to] = [pick(tokens, act.token), pick([...customers, stage.recipient], act.to)];
      return [calls.withdraw(token, to, act.amount), model.withdraw(from, token, to, act.amount)] as const;
    }
    case 'cap': {
      const token = pick(tokens, act.token);
      return [calls.setCap(token, act.cap), model.setCap(from, token, act.cap)] as const;
    }
    case 'list': {
      const wallet = pick(recipients, act.account);
      const told = model.setPayoutWallet(from, wallet, act.listed);
      return [calls.setPayoutWallets([wallet], act.listed), told] as const;
    }
    case 'operator': {
      const to = pick(wallets(), act.to);
      return [calls.setOperator(to), model.setOperator(from, to)] as const;
    }
    case 'offer': {
      const to = pick(wallets(), act.to);
      return [calls.offerOwnership(to), model.offerOwnership(from, to)] as const;
    }
    case 'accept':
      return [calls.acceptOwnership(), model.acceptOwnership(from)] as const;
    default:
      throw new Error(`${act.do} is no call of the vault`);
  }
}

const wallets = () => [stage.operator, stage.owner, stage.shop];

interface State {
  balances: bigint[];
  paid: bigint[];
  left: bigint[];
  listed: bigint[];
  roles: bigint[];
}

function stateOf(model: VaultModel): State {
  return {
    balances: tokens.flatMap((token) => accounts.map((account) => model.balance(token, account))),
    paid: transferIds.map((id) => BigInt(model.paid.has(id))),
    left: tokens.map((token) => model.leftToday(token)),
    listed: recipients.map((wallet) => BigInt(model.listed.has(wallet))),
    roles: [model.operator, model.owner, model.offeredOwner].map(BigInt),
  };
}

async function stateOfChain(): Promise<State> {
  const { vault, chain } = stage;
  const ofVault = (data: `0x${string}`) => ({ target: vault.address, data });
  const questions = {
    balances: tokens.flatMap((token) =>
      accounts.map((account) =>
        token === native
          ? {
              target: reader,
              data: encodeFunctionData({ abi: readerAbi, functionName: 'nativeOf', args: [account] }),
            }
          : {
              target: token,
              data: encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [account] }),
            },
      ),
    ),
    paid: transferIds.map((id) =>
      ofVault(encodeFunctionData({ abi: vaultAbi, functionName: 'paid', args: [payId(id)] })),
    ),
    left: tokens.map((token) =>
      ofVault(encodeFunctionData({ abi: vaultAbi, functionName: 'leftToday', args: [token] })),
    ),
    listed: recipients.map((wallet) =>
      ofVault(encodeFunctionData({ abi: vaultAbi, functionName: 'isPayoutWallet', args: [wallet] })),
    ),
    roles: (['operator', 'owner', 'offeredOwner'] as const).map((functionName) =>
      ofVault(encodeFunctionData({ abi: vaultAbi, functionName })),
    ),
  };
  const all = Object.values(questions).flat();
  const data = encodeFunctionData({ abi: readerAbi, functionName: 'read', args: [all] });
  const answer = await chain.call({ to: reader, data });
  const words = [...decodeFunctionResult({ abi: readerAbi, functionName: 'read', data: answer })];
  const take = (list: unknown[]) => words.splice(0, list.length);
  return {
    balances: take(questions.balances),
    paid: take(questions.paid),
    left: take(questions.left),
    listed: take(questions.listed),
    roles: take(questions.roles),
  };
}
