import fc from 'fast-check';
import type { Address } from 'viem';
import { getAddress, numberToHex } from 'viem/utils';
import { beforeAll, expect, it } from 'vitest';
import { payId } from '../../server/src/chains/evm/vault.ts';
import { budget } from '../../server/test/support/chance.ts';
import { batchOf, VaultModel } from './support/model.ts';
import { openStage, type Stage } from './support/stage.ts';
import { type Cast, readState, stateOf } from './support/state.ts';
import { paymentIds, pick, type Step, step } from './support/steps.ts';
import { calls, native } from './support/vault.ts';

/** They never send anything, so no gas disturbs their balances. */
const customers = [0xc1, 0xc2, 0xc3].map((n) => getAddress(numberToHex(n, { size: 20 })));

let stage: Stage;
let cast: Cast;
beforeAll(async () => {
  stage = await openStage();
  const { vault, contracts, token, moody, recipient } = stage;
  const recipients = [...customers, recipient, vault.address];
  cast = {
    reader: await contracts.deploy('Reader'),
    tokens: [native, token, moody],
    recipients,
    accounts: [...recipients, ...paymentIds.map((id) => vault.depositOf(id))],
  };
  for (const { token: asset, account, amount } of funds()) await stage.give(asset, account, amount);
  await stage.keep();
});

/** Where every run begins. */
function funds() {
  const deposits = paymentIds.map((id) => ({ account: stage.vault.depositOf(id), amount: 100n }));
  const all = [...deposits, { account: stage.vault.address, amount: 500n }];
  return cast.tokens.flatMap((token) => all.map((one) => ({ token, ...one })));
}

it('the vault does what the model does, in any order of calls', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30, size: 'max' }), async (steps) => {
      await stage.reset();
      const model = new VaultModel(stage);
      for (const { token, account, amount } of funds()) model.give(token, account, amount);
      model.now = stage.chain.time.getTime() / 1000;
      for (const one of steps) {
        await run(one, model);
        expect(await readState(stage.vault, cast)).toEqual(stateOf(model, cast));
      }
    }),
    { numRuns: budget(300, 20) },
  );
});

/** Does one step on the chain and in the model, and compares what they say. */
async function run({ wait, who, act }: Step, model: VaultModel): Promise<void> {
  const { contracts, token, moody, recipient, give } = stage;
  switch (act.do) {
    case 'give': {
      const willing = cast.accounts.filter((account) => account !== recipient);
      const [asset, to] = [pick(cast.tokens, act.token), pick(willing, act.to)];
      await give(asset, to, act.amount);
      return model.give(asset, to, act.amount);
    }
    case 'block': {
      const account = pick(cast.accounts, act.account);
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
      return call(who === 'right' ? rightFor(act.do, model) : pick(wallets(), who), wait, act, model);
  }
}

function rightFor(act: Step['act']['do'], model: VaultModel): Address {
  if (act === 'pay') return model.operator;
  return act === 'accept' && model.offeredOwner !== native ? model.offeredOwner : model.owner;
}

async function call(from: Address, wait: number, act: Step['act'], model: VaultModel): Promise<void> {
  const nextMidnight = (Math.floor(model.now / 86_400) + 1) * 86_400;
  model.now = wait === 0 ? nextMidnight : model.now + wait;
  const [data, told] = translate(from, act, model);
  const outcome = await stage.vault.send(from, data, { at: new Date(model.now * 1000) });
  expect('error' in told ? { error: outcome.error } : { events: outcome.events }).toEqual(told);
  expect(outcome.ok).toBe(!('error' in told));
}

function translate(from: Address, act: Step['act'], model: VaultModel) {
  const { tokens, recipients } = cast;
  switch (act.do) {
    case 'flush': {
      const batches = act.batches.map((one) => ({ ...one, token: pick(tokens, one.token) }));
      return [calls.flush(...batches.map(batchOf)), model.flush(batches)] as const;
    }
    case 'pay': {
      const payments = act.payments.map((one) => {
        return { ...one, token: pick(tokens, one.token), to: pick(recipients, one.to) };
      });
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
