import {
  type Address,
  address,
  createNoopSigner,
  createSolanaRpc,
  fetchEncodedAccount,
  type KeyPairSigner,
} from '@solana/kit';
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system';
import { getInitializeAccount3Instruction } from '@solana-program/token';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tokenProgram, usdcMint } from '../../../../devnet/solana/addresses.ts';
import { localSigner } from '../../../../devnet/solana/wallets.ts';
import { liveSolana } from '../../../src/chains/setup/live-chains.ts';
import { tokenAccountOf } from '../../../src/chains/solana/token-account.ts';
import { createLocalSolanaSigner } from '../../../src/chains/wallets/solana/local-solana-signer.ts';
import { payIdAt, seriesOf } from '../../../src/treasury/transfers/pay-ids.ts';
import type { SendingLane } from '../../../src/treasury/transfers/sending-lane.ts';
import { signTransaction } from '../../../src/treasury/transfers/solana/messages/transfer-messages.ts';
import { nonceAccounts, nonceCount, nonceNumberOf } from '../../../src/treasury/transfers/solana/nonces.ts';
import { createSolanaSendingLane } from '../../../src/treasury/transfers/solana/solana-lane.ts';
import { requestTransfer, showTransfer } from '../../../src/treasury/transfers/transfers.ts';
import { insertPaid } from './paid-payments.ts';
import {
  finalityBlocks,
  type SolanaSendingService,
  startSolanaSendingService,
} from './solana-sending-service.ts';

const ten = 10_000_000n;
/** Lamports of a transaction with one signature. */
const fee = 5000n;

let service: SolanaSendingService;
let lane: SendingLane;
let aheadMs = 0;
beforeAll(async () => {
  service = await startSolanaSendingService('waits');
  const clock = { now: () => new Date(Date.now() + aheadMs), nowMs: () => Date.now() + aheadMs };
  const chain = liveSolana(service.ctx.config.chains);
  if (!chain) throw new Error('solana is not configured');
  lane = createSolanaSendingLane({ ...service.ctx, clock }, chain, createLocalSolanaSigner(service.wallet));
  await finish();
});
afterAll(() => service?.stop());

async function step(): Promise<void> {
  aheadMs += 10_000;
  await lane.run(new AbortController().signal);
}

/** Steps and blocks until what is under way is finalized. */
async function finish(): Promise<void> {
  for (let i = 0; i < 4; i++) {
    await step();
    service.chain.mine(finalityBlocks + 1);
  }
}

const transferOf = async (id: string) => (await showTransfer(service.ctx, id))?.transfer;
const accountAt = async (at: string) => {
  const account = await fetchEncodedAccount(createSolanaRpc(service.chain.url), address(at));
  if (!account.exists) throw new Error(`${at} does not exist`);
  return account;
};
const payerOf = () => localSigner(`payer ${Math.random()}`);

/** A token account at an address of somebody's choice. */
async function makeTokenAccount(at: KeyPairSigner): Promise<void> {
  const [payer] = service.chain.wallets as [KeyPairSigner];
  await service.chain.transact(payer, [
    getCreateAccountInstruction({
      payer,
      newAccount: at,
      lamports: service.chain.rentFor(165),
      space: 165n,
      programAddress: tokenProgram,
    }),
    getInitializeAccount3Instruction({
      account: at.address,
      mint: usdcMint as Address,
      owner: payer.address,
    }),
  ]);
}

it('a refund to a token account that is younger than finality waits, and is never paid', async () => {
  const receiver = await payerOf();
  const payment = await service.addPaid(receiver.address, ten);
  service.chain.mine(finalityBlocks + 1);
  await makeTokenAccount(receiver);
  service.chain.mine();
  const id = await service.refund(payment, '10.00');
  await step();
  expect(await transferOf(id)).toMatchObject({
    status: 'waiting',
    problem: expect.stringContaining('is a token account, not the wallet that owns it'),
  });
  await finish();
  expect(await transferOf(id)).toMatchObject({ status: 'failed', failure_reason: 'INVALID_ADDRESS' });
  expect(await service.paidOnChain([id])).toEqual([0]);
  expect(await service.balanceOf(receiver.address)).toBe(0n);
});

/** Sends all SOL of the fee payer away. Returns how much it was. */
async function emptyFeePayer(): Promise<bigint> {
  const signer = createLocalSolanaSigner(service.wallet);
  const source = createNoopSigner(address(signer.feePayer));
  const { lamports } = await accountAt(signer.feePayer);
  const destination = address((await payerOf()).address);
  const { result } = service.chain.answer('getLatestBlockhash', []) as {
    result: { value: { blockhash: string } };
  };
  const lifetime = { blockhash: result.value.blockhash, lastValidHeight: 0 };
  const send = getTransferSolInstruction({ source, destination, amount: lamports - fee });
  const { raw } = await signTransaction({ ...signer, treasury: signer.feePayer }, [send], lifetime);
  service.chain.answer('sendTransaction', [raw, { encoding: 'base64', skipPreflight: true }]);
  service.chain.mine(finalityBlocks + 1);
  return lamports;
}

it('an empty fee payer asks for SOL, whatever it could not pay for', async () => {
  const { feePayer, treasury } = createLocalSolanaSigner(service.wallet);
  const inTreasury = await service.balanceOf(treasury);
  const taken = await emptyFeePayer();
  const { paymentId } = await service.addDeposit((await payerOf()).address, inTreasury + ten);
  service.chain.mine(finalityBlocks + 1);
  const id = await service.refund(paymentId, String((inTreasury + ten) / 1_000_000n));
  await step();
  await step();
  const rows = await service.ctx.db<{ kind: string; problem: string }[]>`
    select kind, problem from transfers where source = ${paymentId} or transfer_id = ${id} order by kind`;
  expect(rows.map(({ kind, problem }) => [kind, problem])).toEqual(
    ['refund', 'sweep'].map((kind) => [kind, `The fee payer has too little SOL. Send some to ${feePayer}.`]),
  );
  await service.chain.pay({ token: 'SOL', to: feePayer, units: taken });
  service.chain.mine(finalityBlocks + 1);
  aheadMs += 3_600_000;
  await finish();
  expect(await transferOf(id)).toMatchObject({ status: 'completed' });
});

it('a frozen deposit does not keep a refund from the money of others', async () => {
  lane.nextLookMs = Number.MAX_SAFE_INTEGER;
  const { treasury } = createLocalSolanaSigner(service.wallet);
  const payer = (await payerOf()).address;
  const frozen = await service.addDeposit(payer, 800n * ten);
  const { address: other } = await service.addDeposit(payer, ten + (await service.balanceOf(treasury)));
  service.chain.mine(finalityBlocks + 1);
  const account = await accountAt(await tokenAccountOf(frozen.address, usdcMint));
  const data = Buffer.from(account.data);
  data[108] = 2;
  service.chain.setAccount({ ...account, data });
  const id = await service.refund(
    frozen.paymentId,
    String(10n + (await service.balanceOf(treasury)) / 1_000_000n),
  );
  await finish();
  await finish();
  expect(await service.balanceOf(other)).toBe(0n);
  expect(await transferOf(id)).toMatchObject({ status: 'completed' });
});

/** Something to return, of a payment of its own. Returns its transfer. */
async function requestReturn(token: 'USDC' | 'SOL', toAddress: string, units: bigint): Promise<string> {
  const { ctx, merchantId } = service;
  const transferId = ctx.ids.next('unf');
  await requestTransfer(ctx, ctx.db, {
    ...{ transferId, kind: 'return', environment: 'live', merchantId, chain: 'solana', token },
    ...{ toAddress, units, source: transferId, series: seriesOf.return(ctx.ids.next('pay'), 'solana') },
  });
  return transferId;
}

it('SOL that is less than an empty address has to keep is not sent', async () => {
  const { treasury } = createLocalSolanaSigner(service.wallet);
  await service.chain.pay({ token: 'SOL', to: treasury, units: 10n ** 9n });
  service.chain.mine(finalityBlocks + 1);
  const receiver = (await payerOf()).address;
  const least = service.chain.rentFor(0);
  const id = await requestReturn('SOL', receiver, least - 1n);
  await step();
  expect(await transferOf(id)).toMatchObject({ status: 'failed', failure_reason: 'RECIPIENT_REFUSED' });
  const enough = await requestReturn('SOL', receiver, least);
  await finish();
  expect(await transferOf(enough)).toMatchObject({ status: 'completed' });
  expect(await service.paidOnChain([id, enough])).toEqual([0, 1]);
});

it('a payment whose transaction fails on the chain moves nothing, and is planned anew', async () => {
  const receiver = (await payerOf()).address;
  await service.chain.pay({ token: 'USDC', to: receiver, units: 1n });
  const payment = await service.addPaid(receiver, ten);
  service.chain.mine(finalityBlocks + 1);
  const id = await service.refund(payment, '10.00');
  await step();
  expect(await transferOf(id)).toMatchObject({ status: 'sending' });
  // The issuer freezes the receiver after the payment was tried.
  const account = await accountAt(await tokenAccountOf(receiver, usdcMint));
  const data = Buffer.from(account.data);
  data[108] = 2;
  service.chain.setAccount({ ...account, data });
  service.chain.mine(finalityBlocks + 1);
  await step();
  expect(await transferOf(id)).toMatchObject({
    status: 'waiting',
    attempts: 1,
    problem: expect.stringMatching(/^Transaction \w+ failed/),
  });
  service.chain.setAccount(account);
  await finish();
  expect(await transferOf(id)).toMatchObject({ status: 'completed' });
  expect(await service.paidOnChain([id])).toEqual([1]);
  expect(await service.balanceOf(receiver)).toBe(ten + 1n);
});

it('a payment that would fail now is not signed, and is sent when it would not', async () => {
  const receiver = (await payerOf()).address;
  await service.chain.pay({ token: 'USDC', to: receiver, units: 1n });
  const payment = await service.addPaid(receiver, ten);
  service.chain.mine(finalityBlocks + 1);
  const { treasury } = createLocalSolanaSigner(service.wallet);
  const account = await accountAt(await tokenAccountOf(treasury, usdcMint));
  const data = Buffer.from(account.data);
  data[108] = 2;
  service.chain.setAccount({ ...account, data });
  const id = await service.refund(payment, '10.00');
  await step();
  expect(await transferOf(id)).toMatchObject({
    status: 'waiting',
    attempts: 0,
    problem: expect.stringContaining('The transaction would fail'),
  });
  service.chain.setAccount(account);
  await finish();
  expect(await transferOf(id)).toMatchObject({ status: 'completed' });
  expect(await service.paidOnChain([id])).toEqual([1]);
});

it('what the treasury cannot pay for 7 days fails', async () => {
  const id = await requestReturn('USDC', (await payerOf()).address, 10n ** 15n);
  await step();
  expect(await transferOf(id)).toMatchObject({
    status: 'waiting',
    problem: 'The treasury holds too little.',
  });
  await service.ctx.db`
    update transfers set created_at = created_at - interval '7 days', due_at = now() where transfer_id = ${id}`;
  await step();
  expect(await transferOf(id)).toMatchObject({
    status: 'failed',
    failure_reason: 'INSUFFICIENT_FUNDS',
    failure_message: expect.stringContaining('not enough for 7 days'),
  });
});

it('a hundred transfers that wait for one durable nonce do not keep another one from being sent', async () => {
  const { ctx, merchantId } = service;
  const receiver = await payerOf();
  const payment = await service.addPaid(receiver.address, ten);
  service.chain.mine(finalityBlocks + 1);
  const stuck = (nonceNumberOf(payIdAt(seriesOf.refund(payment), 0n)) + 1) % nonceCount;
  const [account = ''] = nonceAccounts(createLocalSolanaSigner(service.wallet).feePayer).slice(stuck);
  await ctx.db`
    insert into solana_batches (batch_id, call, nonce_account, status, created_at)
    values ('bat_stuck', 'pay', ${account}, 'open', now())`;
  const ids: string[] = [];
  while (ids.length < 100) {
    const series = seriesOf.return(ctx.ids.next('pay'), 'solana');
    if (nonceNumberOf(payIdAt(series, 0n)) !== stuck) continue;
    const transferId = ctx.ids.next('unf');
    await requestTransfer(ctx, ctx.db, {
      ...{ transferId, kind: 'return', environment: 'live', merchantId, chain: 'solana', token: 'USDC' },
      ...{ toAddress: receiver.address, units: 1n, source: transferId, series },
    });
    ids.push(transferId);
  }
  const id = await service.refund(payment, '10.00');
  for (let i = 0; i < 4; i++) {
    aheadMs += 200;
    await lane.run(new AbortController().signal);
    service.chain.mine(finalityBlocks + 1);
  }
  expect(await transferOf(id)).toMatchObject({ status: 'completed' });
  await ctx.db`delete from transfers where transfer_id = any(${ids}::text[])`;
  await ctx.db`delete from solana_batches where batch_id = 'bat_stuck'`;
});

it('150 refunds of one payment, and 150 that wait for money, hold up no other merchant', async () => {
  const { ctx } = service;
  const receiver = await payerOf();
  const payment = await service.addPaid(receiver.address, ten);
  const parts: string[] = [];
  while (parts.length < 150) parts.push(await service.refund(payment, '0.01'));
  const large: string[] = [];
  while (large.length < 150) large.push(await requestReturn('USDC', receiver.address, 10n ** 15n));
  const other = await service.createMerchant();
  const units = 1_000_000n;
  await service.chain.pay({ token: 'USDC', to: createLocalSolanaSigner(service.wallet).treasury, units });
  const paid = await insertPaid({ ctx, merchantId: other.merchantId }, 'solana', receiver.address, units);
  service.chain.mine(finalityBlocks + 1);
  const body = { payment_id: paid, amount: '1.00' };
  const { json } = await service.call('POST', '/refunds', { key: other.liveKey, body });
  // The first step looks at it, whatever waits.
  aheadMs += 200;
  await lane.run(new AbortController().signal);
  expect(await transferOf(json.data.refund_id)).toMatchObject({ status: 'sending' });
  await finish();
  expect(await transferOf(json.data.refund_id)).toMatchObject({ status: 'completed' });
  await ctx.db`delete from transfers where transfer_id = any(${[...parts, ...large]}::text[]) and status = 'waiting'`;
});
