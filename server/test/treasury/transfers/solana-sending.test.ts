import { address, createSolanaRpc, fetchEncodedAccount, type KeyPairSigner, lamports } from '@solana/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localSigner } from '../../../../devnet/solana/wallets.ts';
import { liveSolana } from '../../../src/chains/setup/live-chains.ts';
import { createLocalSolanaSigner } from '../../../src/chains/wallets/solana/local-solana-signer.ts';
import { toBase58 } from '../../../src/lib/chains/base58.ts';
import { explainPayment } from '../../../src/payments/restore/explain-payments.ts';
import { unknownPaid } from '../../../src/treasury/transfers/hold-transfers.ts';
import { payIdAt, seriesOf } from '../../../src/treasury/transfers/pay-ids.ts';
import type { SendingLane } from '../../../src/treasury/transfers/sending-lane.ts';
import { signTransaction } from '../../../src/treasury/transfers/solana/messages/transfer-messages.ts';
import { nonceNumberOf, referenceOf } from '../../../src/treasury/transfers/solana/nonces.ts';
import { createSolanaSendingLane } from '../../../src/treasury/transfers/solana/solana-lane.ts';
import { solanaRules } from '../../../src/treasury/transfers/solana/solana-sender.ts';
import {
  selectOpenSolana,
  selectSolanaSignatures,
} from '../../../src/treasury/transfers/solana/solana-store.ts';
import { showTransfer } from '../../../src/treasury/transfers/transfers.ts';
import { selectUnknownPayments } from '../../../src/treasury/transfers/unknown-payments.ts';
import { backUp } from '../routes/backup.ts';
import { insertPaid } from './paid-payments.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import {
  finalityBlocks,
  type SolanaSendingService,
  startSolanaSendingService,
} from './solana-sending-service.ts';

const ten = 10_000_000n;

let service: SolanaSendingService;
let proxy: RpcProxy;
let payer: KeyPairSigner;
let lane: SendingLane;
/** Time that tests let pass. */
let aheadMs = 0;
/** What the node behind the proxy does, while it is on. */
let isLagging = false;
let isSwallowing = false;
/** Whether it says nothing of what became of transactions. */
let hidesStatuses = false;
/** Transactions that it leaves out of the histories of these accounts. */
let omits: (account: string, signature: string) => boolean = () => false;
beforeAll(async () => {
  service = await startSolanaSendingService('sending');
  proxy = await startRpcProxy({
    url: service.chain.url,
    random: () => 0.5,
    killShare: 0.1,
    maxKills: 0,
    kill: () => {},
    share: { before: 0, after: 0, nullReceipts: 0 },
    swallows: (method) => isSwallowing && method === 'sendTransaction',
    alters(method, result, [account]) {
      if (method === 'getSignaturesForAddress')
        return (result as { signature: string }[]).filter((one) => !omits(String(account), one.signature));
      if (hidesStatuses && method === 'getSignatureStatuses') return withoutValues(result as Statuses);
      return isLagging && method === 'getSignatureStatuses' ? lagging(result as Statuses) : result;
    },
  });
  lane = newLane();
  // Makes the durable nonces.
  for (let i = 0; i < 3; i++) {
    await step();
    service.chain.mine(finalityBlocks + 1);
  }
});
afterAll(async () => {
  await proxy?.stop();
  await service?.stop();
});
beforeEach(async () => {
  isLagging = false;
  isSwallowing = false;
  omits = () => false;
  hidesStatuses = false;
  payer = await localSigner(`payer ${Math.random()}`);
  lane = newLane();
});

interface Statuses {
  context: { slot: number };
  value: unknown[];
}

function withoutValues({ context, value }: Statuses): Statuses {
  return { context, value: value.map(() => null) };
}

/** As a node answers that is far behind: it says so by its slot. */
function lagging({ context, value }: Statuses) {
  return { context: { ...context, slot: context.slot - 100 }, value: value.map(() => null) };
}

function newLane(
  changed: Partial<typeof solanaRules> = {},
  config: Partial<typeof service.ctx.config> = {},
): SendingLane {
  const clock = { now: () => new Date(Date.now() + aheadMs), nowMs: () => Date.now() + aheadMs };
  const chain = liveSolana(service.ctx.config.chains);
  if (!chain) throw new Error('solana is not configured');
  return createSolanaSendingLane(
    { ...service.ctx, clock, config: { ...service.ctx.config, ...config } },
    { ...chain, rpcUrls: [proxy.urlFor(1)] },
    createLocalSolanaSigner(service.wallet),
    { ...solanaRules, ...changed },
  );
}

/** A step of a worker, a while after the last one. */
async function step(): Promise<void> {
  aheadMs += 10_000;
  await lane.run(new AbortController().signal);
}

/** Steps and blocks until what is under way is finalized. */
async function finish(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await step();
    service.chain.mine(finalityBlocks + 1);
  }
  await step();
}

async function newRefund(): Promise<string> {
  const payment = await service.addPaid(payer.address, ten);
  service.chain.mine(finalityBlocks + 1);
  return service.refund(payment, '10.00');
}

/** Somebody else's money, that a second payment would take. */
async function addToTreasury(): Promise<void> {
  const { treasury } = createLocalSolanaSigner(service.wallet);
  await service.chain.pay({ token: 'USDC', to: treasury, units: ten });
  service.chain.mine(finalityBlocks + 1);
}

async function signaturesOf(id: string) {
  const shown = await showTransfer(service.ctx, id);
  return selectSolanaSignatures(service.ctx.db, [shown?.transfer.batch_id ?? '']);
}

/** The rows of a backup that is older than the transaction. */
async function restore(id: string): Promise<void> {
  const batchId = (await showTransfer(service.ctx, id))?.transfer.batch_id ?? '';
  await service.ctx.db.begin(async (tx) => {
    await tx`update refunds set status = 'processing', tx_hash = null, completed_at = null where refund_id = ${id}`;
    await tx`
      update transfers set status = 'waiting', pay_id = null, batch_id = null, tx_hash = null, ended_at = null,
        due_at = now()
      where transfer_id = ${id}`;
    await tx`delete from solana_signatures where batch_id = ${batchId}`;
    await tx`delete from solana_batches where batch_id = ${batchId}`;
  });
}

/** The rows of a backup that is older than a sweep, after the watcher has seen that its money left, and all that came. */
async function forgetSweep(paymentId: string, deposit: string, txHash: string, came: bigint): Promise<void> {
  await service.ctx.db.begin(async (tx) => {
    const [{ account, batch_id } = { account: '', batch_id: '' }] = await tx<
      { account: string; batch_id: string }[]
    >`
      select a.account, t.batch_id from arrivals a join transfers t on t.transfer_id = a.sweep_id
      where a.address = ${deposit}`;
    await tx`update arrivals set sweep_id = null, units = ${came.toString()}::numeric where address = ${deposit}`;
    await tx`delete from transfers where source = ${paymentId} and kind = 'sweep'`;
    await tx`delete from solana_signatures where batch_id = ${batch_id}`;
    await tx`delete from solana_batches where batch_id = ${batch_id}`;
    await tx`
      insert into departures (chain, identity, address, account, units, block_hash, block_number)
      values ('solana', ${`${account} ${txHash}`}, ${deposit}, ${account}, ${ten.toString()}::numeric, 'x', 1)`;
  });
}

const statusOf = async (id: string) => (await showTransfer(service.ctx, id))?.transfer.status;

describe('a transfer on Solana', () => {
  it('is signed once while the node that tells its status lags', async () => {
    const id = await newRefund();
    await step();
    service.chain.mine(finalityBlocks + 1);
    isLagging = true;
    for (let i = 0; i < 3; i++) await step();
    expect(await signaturesOf(id)).toHaveLength(1);
    isLagging = false;
    await step();
    expect(await statusOf(id)).toBe('completed');
    expect(await service.paidOnChain([id])).toEqual([1]);
    expect(await service.balanceOf(payer.address)).toBe(ten);
  });

  it('is signed once while a node has neither its status nor a history of its reference', async () => {
    await addToTreasury();
    const id = await newRefund();
    await step();
    const { pay_id } = (await showTransfer(service.ctx, id))?.transfer ?? {};
    hidesStatuses = true;
    omits = (account) => account === referenceOf(pay_id ?? '');
    service.chain.mine(finalityBlocks + 1);
    await finish();
    expect(await signaturesOf(id)).toHaveLength(1);
    expect(await statusOf(id)).toBe('completed');
    expect(await service.balanceOf(payer.address)).toBe(ten);
  });

  it('of a sender that believes any missing status, and asks no history, is paid twice', async () => {
    lane = newLane({ comparesSlots: false, searchesHistory: false });
    await addToTreasury();
    const id = await newRefund();
    await step();
    service.chain.mine(finalityBlocks + 1);
    isLagging = true;
    await step();
    service.chain.mine(finalityBlocks + 1);
    isLagging = false;
    await finish();
    expect(await service.paidOnChain([id])).toEqual([2]);
  });

  it('that no node takes up is sent again, the same bytes, and lands whenever it does', async () => {
    const id = await newRefund();
    isSwallowing = true;
    for (let i = 0; i < 3; i++) {
      await step();
      // Longer than a blockhash lives.
      service.chain.mine(60);
    }
    expect(await signaturesOf(id)).toHaveLength(1);
    isSwallowing = false;
    await finish();
    expect(await statusOf(id)).toBe('completed');
    expect(await service.balanceOf(payer.address)).toBe(ten);
  });

  it('that waits for money does not hold up another one with the same nonce', async () => {
    const unfunded = await insertPaid(service, 'solana', payer.address, 10n ** 12n);
    const waiting = await service.refund(unfunded, '1000000.00');
    const nonceOf = (payment: string) => nonceNumberOf(payIdAt(seriesOf.refund(payment), 0n));
    let [id, isSame] = ['', false];
    for (let made = 0; made < 300 && !isSame; made++) {
      const payment = await insertPaid(service, 'solana', payer.address, ten);
      id = await service.refund(payment, '0.01');
      isSame = nonceOf(payment) === nonceOf(unfunded);
    }
    expect(isSame).toBe(true);
    await service.ctx.db`
      delete from transfers where status = 'waiting' and transfer_id not in (${waiting}, ${id})`;
    await addToTreasury();
    await step();
    expect([await statusOf(waiting), await statusOf(id)]).toEqual(['waiting', 'sending']);
    await service.ctx.db`delete from transfers where transfer_id = ${waiting}`;
    await finish();
    expect(await statusOf(id)).toBe('completed');
  });

  it('that a fork dropped is sent again, and paid once', async () => {
    const id = await newRefund();
    await step();
    service.chain.mine(2);
    expect(await service.balanceOf(payer.address)).toBe(ten);
    service.chain.fork(3);
    expect(await service.balanceOf(payer.address)).toBe(0n);
    await finish();
    expect(await statusOf(id)).toBe('completed');
    expect(await service.paidOnChain([id])).toEqual([1]);
  });

  it('whose nonce somebody else has used is signed again with the next one', async () => {
    const [first, second] = [await newRefund(), await newRefund()];
    isSwallowing = true;
    await step();
    isSwallowing = false;
    // The same nonce, by hand: the first transaction can never land.
    const [batch] = (await selectOpenSolana(service.ctx.db)).filter(({ call }) => call === 'pay');
    await advance(batch?.nonce_account ?? '');
    service.chain.mine(finalityBlocks + 1);
    await finish();
    await finish();
    expect(await Promise.all([first, second].map(statusOf))).toEqual(['completed', 'completed']);
    expect(await service.paidOnChain([first, second])).toEqual([1, 1]);
    const attempts = await service.ctx.db`select max(attempt)::int as most from solana_signatures`;
    expect(attempts[0]).toEqual({ most: 2 });
  });
});

describe('a sweep on Solana', () => {
  const sweepOf = async (paymentId: string) =>
    (
      await service.ctx.db<{ transfer_id: string; status: string }[]>`
        select transfer_id, status from transfers where source = ${paymentId} and kind = 'sweep'`
    )[0];
  const batchesOf = async (call: string) => service.ctx.db<{ status: string; succeeded: boolean | null }[]>`
    select status, succeeded from solana_batches where call = ${call} order by created_at`;
  /** Longer than a blockhash lives. */
  const expire = () => service.chain.mine(150 + 2 * finalityBlocks);

  it('whose blockhash dies before it lands is signed anew, and moves the money once', async () => {
    const before = await service.balanceOf(createLocalSolanaSigner(service.wallet).treasury);
    const { paymentId, address } = await service.addDeposit(payer.address, ten);
    service.chain.mine(finalityBlocks + 1);
    isSwallowing = true;
    await step();
    const [first] = await signaturesOf((await sweepOf(paymentId))?.transfer_id ?? '');
    expire();
    // A node that lags does not prove that it never landed.
    isLagging = true;
    await step();
    expect(await batchesOf('sweep')).toEqual([{ status: 'open', succeeded: null }]);
    isLagging = false;
    await step();
    isSwallowing = false;
    await finish();
    expect(await sweepOf(paymentId)).toMatchObject({ status: 'completed' });
    expect(await batchesOf('sweep')).toEqual([
      { status: 'done', succeeded: false },
      { status: 'done', succeeded: true },
    ]);
    const [last] = await signaturesOf((await sweepOf(paymentId))?.transfer_id ?? '');
    expect(last?.tx_hash).not.toBe(first?.tx_hash);
    expect(await service.balanceOf(address)).toBe(0n);
    const { treasury } = createLocalSolanaSigner(service.wallet);
    expect(await service.balanceOf(treasury)).toBe(before + ten);
  });

  it('that landed is not given up while the node that tells its status lags', async () => {
    const { paymentId } = await service.addDeposit(payer.address, ten);
    service.chain.mine(finalityBlocks + 1);
    await step();
    expire();
    isLagging = true;
    await step();
    expect(await sweepOf(paymentId)).toMatchObject({ status: 'sending' });
    isLagging = false;
    await step();
    expect(await sweepOf(paymentId)).toMatchObject({ status: 'completed' });
  });
});

it('too little SOL at the fee payer raises the alarm of low gas, until there is enough', async () => {
  const { feePayer } = createLocalSolanaSigner(service.wallet);
  const account = await fetchEncodedAccount(createSolanaRpc(service.chain.url), address(feePayer));
  if (!account.exists) throw new Error('the fee payer has no SOL');
  const isLow = async () => {
    lane = newLane();
    await step();
    const rows = await service.ctx.db<{ is_low: boolean }[]>`
      select is_low from gas_levels where chain = 'solana'`;
    return rows[0]?.is_low;
  };
  expect(await isLow()).toBe(false);
  // Enough for 49 payments to receivers without a token account.
  service.chain.setAccount({ ...account, lamports: lamports(49n * (service.chain.rentFor(165) + 10_000n)) });
  expect(await isLow()).toBe(true);
  service.chain.setAccount(account);
  expect(await isLow()).toBe(false);
});

describe('a database restored from a backup', () => {
  it('finds what was paid in the chain’s history', async () => {
    const id = await newRefund();
    await finish();
    expect(await statusOf(id)).toBe('completed');
    await restore(id);
    await finish();
    expect(await statusOf(id)).toBe('completed');
    expect(await service.paidOnChain([id])).toEqual([1]);
  });

  it('holds it if another address was given since, until the operator says that it was paid', async () => {
    const id = await newRefund();
    await finish();
    await addToTreasury();
    await restore(id);
    const { address: another } = await localSigner('somebody else');
    await service.ctx.db`update transfers set to_address = ${another} where transfer_id = ${id}`;
    await service.ctx.db`update refunds set refunded_to = ${another} where refund_id = ${id}`;
    await finish();
    expect((await showTransfer(service.ctx, id))?.transfer).toMatchObject({
      status: 'waiting',
      held_reason: unknownPaid,
      problem: expect.stringContaining('has paid another amount or address in its place'),
    });
    const [unknown] = await selectUnknownPayments(service.ctx.db);
    if (!unknown) throw new Error('nothing is unknown');
    expect(await explainPayment(service.ctx, unknown, { as: 'transfer', id })).toEqual({ explained: id });
    expect(await service.ctx.db`select status, refunded_to from refunds where refund_id = ${id}`).toEqual([
      { status: 'completed', refunded_to: payer.address },
    ]);
    expect(await service.paidOnChain([id])).toEqual([1]);
  });

  it('finds what it does not know at all once it is asked for again, and pays the next one', async () => {
    const payment = await service.addPaid(payer.address, 2n * ten);
    service.chain.mine(finalityBlocks + 1);
    const goBack = await backUp(service.ctx.db);
    await service.refund(payment, '10.00');
    await finish();
    expect(await service.balanceOf(payer.address)).toBe(ten);
    await goBack();
    const again = await service.refund(payment, '10.00');
    await finish();
    expect(await statusOf(again)).toBe('completed');
    expect(await service.balanceOf(payer.address)).toBe(ten);
    const next = await service.refund(payment, '10.00');
    await finish();
    expect(await service.paidOnChain([again, next])).toEqual([1, 1]);
    expect(await service.balanceOf(payer.address)).toBe(2n * ten);
  });

  /** A refund that was paid after the backup, and is asked for again. */
  async function askedAgain() {
    const payment = await service.addPaid(payer.address, 2n * ten);
    service.chain.mine(finalityBlocks + 1);
    const goBack = await backUp(service.ctx.db);
    const lost = await service.refund(payment, '10.00');
    await finish();
    const txHash = (await showTransfer(service.ctx, lost))?.transfer.tx_hash ?? '';
    const { pay_id } = (await showTransfer(service.ctx, lost))?.transfer ?? {};
    expect(await service.balanceOf(payer.address)).toBe(ten);
    await goBack();
    return { again: await service.refund(payment, '10.00'), txHash, reference: referenceOf(pay_id ?? '') };
  }

  it('pays nobody again while the node leaves the payment out of every history', async () => {
    const { again, txHash } = await askedAgain();
    omits = (_account, signature) => signature === txHash;
    await finish();
    // What is listed after it must not move the mark past it.
    await addToTreasury();
    await finish();
    expect([await statusOf(again), await service.balanceOf(payer.address)]).toEqual(['waiting', ten]);
    const stops = () => service.ctx.db`select chain, problem from search_stops`;
    expect(await stops()).toEqual([
      { chain: 'solana', problem: expect.stringContaining('the node leaves out transactions of') },
    ]);
    omits = () => false;
    await finish();
    expect(await stops()).toEqual([]);
    expect((await showTransfer(service.ctx, again))?.transfer).toMatchObject({
      status: 'completed',
      tx_hash: txHash,
    });
    expect(await service.balanceOf(payer.address)).toBe(ten);
  });

  it('pays nobody again while it leaves out as much that came, too', async () => {
    const { again, txHash } = await askedAgain();
    const { treasury } = createLocalSolanaSigner(service.wallet);
    const came = await service.chain.pay({ token: 'USDC', to: treasury, units: ten });
    service.chain.mine(finalityBlocks + 1);
    omits = (_account, signature) => signature === txHash || signature === came;
    await finish();
    expect([await statusOf(again), await service.balanceOf(payer.address)]).toEqual(['waiting', ten]);
    omits = () => false;
    await finish();
    expect(await statusOf(again)).toBe('completed');
    expect(await service.balanceOf(payer.address)).toBe(ten);
  });

  it('pays nobody again while the node shows it in the history of the treasury, and then in none', async () => {
    const { again, txHash, reference } = await askedAgain();
    await service.ctx.db`update transfers set due_at = now() + interval '1 day' where transfer_id = ${again}`;
    // The search at every look moves the mark.
    await finish();
    lane = newLane();
    await step();
    await service.ctx.db`update transfers set due_at = now() where transfer_id = ${again}`;
    omits = (account, signature) => account === reference && signature === txHash;
    await finish();
    expect((await showTransfer(service.ctx, again))?.transfer).toMatchObject({
      status: 'completed',
      tx_hash: txHash,
    });
    expect(await service.balanceOf(payer.address)).toBe(ten);
  });

  it('does not sign again while it is hidden, when the nonce moved after the first signature', async () => {
    const payment = await service.addPaid(payer.address, ten);
    service.chain.mine(finalityBlocks + 1);
    const goBack = await backUp(service.ctx.db);
    const lost = await service.refund(payment, '10.00');
    await step();
    const [{ tx_hash: txHash } = { tx_hash: '' }] = await signaturesOf(lost);
    await goBack();
    omits = (_account, signature) => signature === txHash;
    const again = await service.refund(payment, '10.00');
    await addToTreasury();
    lane = newLane();
    await finish();
    await finish();
    expect(await service.balanceOf(payer.address)).toBe(ten);
    omits = () => false;
    await finish();
    expect(await statusOf(again)).toBe('completed');
    expect(await service.balanceOf(payer.address)).toBe(ten);
  });

  it('takes sweeps that it made before for made, and moves what came since', async () => {
    const { paymentId, address: deposit } = await service.addDeposit(payer.address, ten);
    service.chain.mine(finalityBlocks + 1);
    await finish();
    const swept = await service.ctx.db<{ transfer_id: string; tx_hash: string }[]>`
      select transfer_id, tx_hash from transfers where kind = 'sweep' and source = ${paymentId} and status = 'completed'`;
    expect(swept).toHaveLength(1);
    const { treasury } = createLocalSolanaSigner(service.wallet);
    const before = await service.balanceOf(treasury);
    await forgetSweep(paymentId, deposit, swept[0]?.tx_hash ?? '', 3n * ten);
    await service.chain.pay({ token: 'USDC', to: deposit, units: 2n * ten });
    service.chain.mine(finalityBlocks + 1);
    aheadMs += 86_400_000;
    lane = newLane();
    await finish();
    const again = await service.ctx.db`
      select status, units::text from transfers where kind = 'sweep' and source = ${paymentId}`;
    expect(again).toEqual([{ status: 'completed', units: String(3n * ten) }]);
    expect(await service.balanceOf(deposit)).toBe(0n);
    expect(await service.balanceOf(treasury)).toBe(before + 2n * ten);
  });

  it('takes a sweep that it made before for made where nothing came since', async () => {
    const { paymentId, address: deposit } = await service.addDeposit(payer.address, ten);
    service.chain.mine(finalityBlocks + 1);
    await finish();
    const [swept] = await service.ctx.db<{ tx_hash: string }[]>`
      select tx_hash from transfers where kind = 'sweep' and source = ${paymentId} and status = 'completed'`;
    const { treasury } = createLocalSolanaSigner(service.wallet);
    const before = await service.balanceOf(treasury);
    await forgetSweep(paymentId, deposit, swept?.tx_hash ?? '', ten);
    aheadMs += 86_400_000;
    lane = newLane();
    await finish();
    const again = await service.ctx.db`
      select status, units::text, tx_hash, batch_id from transfers where kind = 'sweep' and source = ${paymentId}`;
    expect(again).toEqual([{ status: 'completed', units: String(ten), tx_hash: null, batch_id: null }]);
    expect(await service.balanceOf(treasury)).toBe(before);
  });

  it('pays twice without looking there', async () => {
    lane = newLane({ searchesHistory: false });
    const id = await newRefund();
    await finish();
    await addToTreasury();
    await restore(id);
    await finish();
    expect(await service.paidOnChain([id])).toEqual([2]);
    // One of them is no transfer's.
    expect(await selectUnknownPayments(service.ctx.db)).toHaveLength(1);
    await service.ctx.db`update unknown_payments set explained_at = now(), explained_as = 'paid twice'`;
  });

  it('pays once by its receipt without looking there', async () => {
    const rules = { comparesSlots: false, searchesHistory: false };
    lane = newLane(rules, { solanaReceiptAboveUsd: 5 });
    const id = await newRefund();
    await finish();
    await addToTreasury();
    await restore(id);
    // As if its price had fallen.
    lane = newLane(rules, { solanaReceiptAboveUsd: 50 });
    await finish();
    const shown = (await showTransfer(service.ctx, id))?.transfer;
    expect(shown?.problem).toMatch(/^It was paid: the account \w+ exists/);
    expect(await service.balanceOf(payer.address)).toBe(ten);
    // Nor is it signed again where it was signed before.
    lane = newLane();
    await finish();
    expect(await statusOf(id)).toBe('completed');
    const other = await newRefund();
    await addToTreasury();
    lane = newLane(rules, { solanaReceiptAboveUsd: 5 });
    await step();
    service.chain.mine(finalityBlocks + 1);
    hidesStatuses = true;
    for (let i = 0; i < 3; i++) await step();
    expect((await showTransfer(service.ctx, other))?.transfer.problem).toMatch(/^It was paid: the account/);
    expect(await service.balanceOf(payer.address)).toBe(2n * ten);
    hidesStatuses = false;
    lane = newLane();
    await finish();
    expect(await statusOf(other)).toBe('completed');
    expect(await service.balanceOf(payer.address)).toBe(2n * ten);
  });

  it('pays once though a transaction that it does not know is still on its way', async () => {
    const id = await newRefund();
    isSwallowing = true;
    await step();
    const [lost] = await signaturesOf(id);
    await restore(id);
    await step();
    const [known] = await signaturesOf(id);
    expect(known?.lifetime).toBe(lost?.lifetime);
    isSwallowing = false;
    service.chain.answer('sendTransaction', [lost?.raw, { encoding: 'base64', skipPreflight: true }]);
    await finish();
    expect(await statusOf(id)).toBe('completed');
    expect(await service.paidOnChain([id])).toEqual([1]);
    expect(await service.balanceOf(payer.address)).toBe(ten);
  });
});

/** As the operator could with the words: moves a nonce on, and pays nobody. */
async function advance(nonceAccount: string): Promise<void> {
  const signer = createLocalSolanaSigner(service.wallet);
  const config = { encoding: 'base64', commitment: 'processed' };
  const { result } = service.chain.answer('getAccountInfo', [nonceAccount, config]) as {
    result: { value: { data: [string] } };
  };
  const nonce = toBase58(Buffer.from(result.value.data[0], 'base64').subarray(40, 72));
  const { raw } = await signTransaction(signer, [], { nonce, account: nonceAccount });
  service.chain.answer('sendTransaction', [raw, { encoding: 'base64', skipPreflight: true }]);
  service.chain.mine();
}
