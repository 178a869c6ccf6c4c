import type { KeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { localSigner } from '../../../../devnet/solana/wallets.ts';
import { liveSolana } from '../../../src/chains/setup/live-chains.ts';
import type { SolanaNode } from '../../../src/chains/solana/node.ts';
import { createLocalSolanaSigner } from '../../../src/chains/wallets/solana/local-solana-signer.ts';
import { reserveInstruction } from '../../../src/treasury/transfers/solana/messages/instructions.ts';
import { signTransaction } from '../../../src/treasury/transfers/solana/messages/transfer-messages.ts';
import { referenceOf } from '../../../src/treasury/transfers/solana/nonces.ts';
import { findPaid } from '../../../src/treasury/transfers/solana/search/paid-before.ts';
import { searchTreasuries } from '../../../src/treasury/transfers/solana/search/unknown-on-solana.ts';
import { createSolanaSendingLane } from '../../../src/treasury/transfers/solana/solana-lane.ts';
import { openSolanaSender, type SolanaSender } from '../../../src/treasury/transfers/solana/solana-sender.ts';
import { showTransfer } from '../../../src/treasury/transfers/transfers.ts';
import { selectUnknownPayments } from '../../../src/treasury/transfers/unknown-payments.ts';
import { type Spam, spammedNode } from '../../chains/watching/solana/spammed-node.ts';
import { backUp } from '../routes/backup.ts';
import {
  finalityBlocks,
  type SolanaSendingService,
  startSolanaSendingService,
} from './solana-sending-service.ts';

/*
 * The search for what left the treasury, on a busy installation: after a restored backup, with more transactions than one
 * step can read.
 */

const ten = 10_000_000n;

let service: SolanaSendingService;
let payer: KeyPairSigner;
let aheadMs = 0;
beforeAll(async () => {
  service = await startSolanaSendingService('search');
  // Makes the durable nonces.
  await finish();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  payer = await localSigner(`payer ${Math.random()}`);
});

function parts() {
  const chain = liveSolana(service.ctx.config.chains);
  if (!chain) throw new Error('solana is not configured');
  const clock = { now: () => new Date(Date.now() + aheadMs), nowMs: () => Date.now() + aheadMs };
  return [{ ...service.ctx, clock }, chain, createLocalSolanaSigner(service.wallet)] as const;
}

/** Steps of a worker and blocks, until what is under way is finalized. */
async function finish(): Promise<void> {
  const lane = createSolanaSendingLane(...parts());
  for (let i = 0; i < 4; i++) {
    aheadMs += 10_000;
    await lane.run(new AbortController().signal);
    service.chain.mine(finalityBlocks + 1);
  }
}

/** A worker that has just started. Each call begins a step of it. */
function newWorker(): () => Promise<SolanaSender> {
  const begin = openSolanaSender(...parts());
  return async () => {
    const begun = await begin(new AbortController().signal);
    if (!begun) throw new Error('the chain is halted');
    return begun.sender;
  };
}

/** Transactions of strangers since now, that name the fee payer. */
async function spamFeePayer(count: number): Promise<Spam> {
  const { feePayer } = createLocalSolanaSigner(service.wallet);
  const { accounts } = await (await newWorker()()).node.accounts([feePayer]);
  return { account: feePayer, count, slot: service.chain.slot(), lamports: accounts[0]?.lamports ?? 0n };
}

/** Answers so many transactions, and then none: the step's time is over. */
function endsAfter(node: SolanaNode, limit: number): SolanaNode & { asked: number } {
  const limited = {
    ...node,
    asked: 0,
    async transaction(signature: string) {
      if (++limited.asked > limit) throw new Error('the step is over');
      return node.transaction(signature);
    },
  };
  return limited;
}

/** A refund that was paid after the backup, and was open in it. */
async function paidSinceBackup(): Promise<{ id: string; txHash: string }> {
  const payment = await service.addPaid(payer.address, ten);
  service.chain.mine(finalityBlocks + 1);
  const id = await service.refund(payment, '10.00');
  const goBack = await backUp(service.ctx.db);
  await finish();
  const { tx_hash: txHash } = (await showTransfer(service.ctx, id))?.transfer ?? {};
  expect(await service.balanceOf(payer.address)).toBe(ten);
  await goBack();
  return { id, txHash: txHash ?? '' };
}

it('gets further with each step, however many transactions came since the backup', async () => {
  const { id, txHash } = await paidSinceBackup();
  const spam = await spamFeePayer(4000);
  service.chain.mine(finalityBlocks + 1);
  const begin = newWorker();
  let isDone = false;
  for (let steps = 0; steps < 8 && !isDone; steps++) {
    const sender = await begin();
    const reads = endsAfter(spammedNode(sender.reads, spam), 700);
    isDone = await searchTreasuries({ ...sender, reads }, 0).then(
      () => true,
      () => false,
    );
  }
  expect(isDone).toBe(true);
  // Marks have passed the payment, and it is known all the same, to a worker that has just started too.
  const sender = await newWorker()();
  const reads: SolanaNode = { ...spammedNode(sender.reads, spam), history: async () => [] };
  const asking = (await showTransfer(service.ctx, id))?.transfer;
  if (!asking) throw new Error('no transfer');
  const limited = endsAfter(reads, 10);
  const { asked } = await searchTreasuries({ ...sender, reads: limited }, 0);
  expect(asked.map(({ key }) => key)).toEqual([txHash]);
  expect(limited.asked).toBe(0);
  expect(await selectUnknownPayments(service.ctx.db)).toEqual([]);
  // The chain itself has no spam.
  await service.ctx.db`delete from treasury_marks where account = ${spam.account}`;
  await finish();
  expect((await showTransfer(service.ctx, id))?.transfer).toMatchObject({
    status: 'completed',
    tx_hash: txHash,
  });
  expect(await service.balanceOf(payer.address)).toBe(ten);
  expect((await searchTreasuries(await newWorker()(), 0)).asked).toEqual([]);
  expect(await findPaid(await newWorker()(), asking, 0)).toBeNull();
});

it('finds what was paid under an id that strangers name in thousands of transactions, and reads none of theirs', async () => {
  const payment = await service.addPaid(payer.address, ten);
  service.chain.mine(finalityBlocks + 1);
  const goBack = await backUp(service.ctx.db);
  const lost = (await showTransfer(service.ctx, await refunded(payment)))?.transfer;
  await goBack();
  // Nobody asks for it yet, so marks pass it.
  await finish();
  const txHash = lost?.tx_hash ?? '';
  expect(await selectUnknownPayments(service.ctx.db)).toMatchObject([{ tx_hash: txHash }]);
  const again = await service.refund(payment, '10.00');
  const asking = (await showTransfer(service.ctx, again))?.transfer;
  if (!asking) throw new Error('no transfer');
  const sender = await newWorker()();
  const reference = referenceOf(lost?.pay_id ?? '');
  const spam = { account: reference, count: 3000, slot: service.chain.slot() };
  const spammed = spammedNode(sender.reads, spam);
  const strangers = Array.from({ length: spam.count }, (_, index) => ({
    ...{ signature: `spam${index}`, slot: spam.slot, isFailed: false, isFinalized: true },
  }));
  const reads: SolanaNode = {
    ...spammed,
    history: async (account, wanted) => [
      ...(account === reference ? strangers : []),
      ...(await sender.reads.history(account, wanted)),
    ],
  };
  const named = { ...asking, pay_id: lost?.pay_id ?? null };
  expect(await findPaid({ ...sender, reads }, named, 0)).toMatchObject({ txHash, isFinal: true });
  expect([...spammed.read]).toEqual([]);
  await finish();
  expect((await showTransfer(service.ctx, again))?.transfer).toMatchObject({
    ...{ status: 'completed', tx_hash: txHash },
  });
  expect(await service.balanceOf(payer.address)).toBe(ten);
});

/** A refund that is paid. */
async function refunded(payment: string): Promise<string> {
  const id = await service.refund(payment, '10.00');
  await finish();
  return id;
}

it('passes a payment whose transfer is held, and makes it unknown when nobody asks for it any more', async () => {
  const { id, txHash } = await paidSinceBackup();
  await service.ctx.db`update transfers set held_reason = 'the operator said so' where transfer_id = ${id}`;
  await finish();
  const first = await newWorker()();
  const counted = endsAfter(first.reads, 0);
  expect((await searchTreasuries({ ...first, reads: counted }, 0)).asked).toMatchObject([{ key: txHash }]);
  await service.ctx.db`
    update transfers set status = 'failed', due_at = null, ended_at = now() where transfer_id = ${id}`;
  const second = await searchTreasuries(await newWorker()(), 0);
  expect(second).toMatchObject({ isUnknown: true, asked: [] });
  expect(await selectUnknownPayments(service.ctx.db)).toMatchObject([{ tx_hash: txHash }]);
  await service.ctx.db`update unknown_payments set explained_at = now(), explained_as = 'loss'`;
});

/** A transaction that the operator signed by hand: the treasury pays its fee, and it fails. */
async function failByHand(): Promise<void> {
  const signer = createLocalSolanaSigner(service.wallet);
  const { treasury } = signer;
  const alone = {
    ...signer,
    feePayer: treasury,
    sign: (_key: unknown, message: Uint8Array) => signer.sign('treasury', message),
  } as typeof signer;
  const { hash, lastValidHeight } = await (await newWorker()()).node.blockhash();
  const lifetime = { blockhash: hash, lastValidHeight };
  const { raw } = await signTransaction(alone, [reserveInstruction(alone, 10n ** 15n)], lifetime);
  service.chain.answer('sendTransaction', [raw, { encoding: 'base64', skipPreflight: true }]);
  service.chain.mine(finalityBlocks + 1);
}

it('goes on after a failed transaction that the treasury paid for', async () => {
  const { treasury } = createLocalSolanaSigner(service.wallet);
  const marked = async () => {
    const { isUnknown } = await searchTreasuries(await newWorker()(), 0);
    expect(isUnknown).toBe(false);
    const [row] = await service.ctx.db`select units::text from treasury_marks where account = ${treasury}`;
    return Number(row?.['units']);
  };
  const before = await marked();
  await failByHand();
  expect(await marked()).toBe(before - 5000);
  await failByHand();
  await service.chain.pay({ token: 'SOL', to: treasury, units: 1_000_000n });
  service.chain.mine(finalityBlocks + 1);
  expect(await marked()).toBe(before - 10_000 + 1_000_000);
  // As a treasury that has just become one, whose key has a past.
  await service.ctx.db`delete from treasury_marks where account = ${treasury}`;
  expect(await marked()).toBe(before - 10_000 + 1_000_000);
});

it('does not ask for transactions that are newer than the balances', async () => {
  const { treasury } = createLocalSolanaSigner(service.wallet);
  await service.chain.pay({ token: 'USDC', to: treasury, units: ten });
  const sender = await newWorker()();
  const reads: SolanaNode = { ...sender.reads, transaction: async () => null };
  await expect(searchTreasuries({ ...sender, reads }, 0)).resolves.toMatchObject({ isUnknown: false });
  service.chain.mine(finalityBlocks + 1);
});

it('searches once in a step, however many payments it signs while blocks come', async () => {
  const payments: string[] = [];
  for (let i = 0; i < 4; i++) payments.push(await service.addPaid(payer.address, ten));
  service.chain.mine(finalityBlocks + 1);
  await finish();
  for (const payment of payments) await service.refund(payment, '10.00');
  const lane = createSolanaSendingLane(...parts());
  lane.nextLookMs = Number.POSITIVE_INFINITY;
  const asked = () => service.chain.calls.get('getSignaturesForAddress') ?? 0;
  const before = asked();
  const mining = setInterval(() => service.chain.mine(), 5);
  aheadMs += 10_000;
  await lane.run(new AbortController().signal);
  clearInterval(mining);
  const [row] = await service.ctx.db`select count(*)::integer from solana_batches where status = 'open'`;
  const signed = Number(row?.['count']);
  expect(signed).toBeGreaterThan(1);
  // Three accounts, and the reference of each payment when it is planned and signed.
  expect(asked() - before).toBeLessThanOrEqual(3 + 4 + signed);
  await finish();
});
