import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { localSigner } from '../../../devnet/solana/wallets.ts';
import type { SolanaSigner } from '../../src/chains/solana/solana-signer.ts';
import { payIdAt, seriesOf } from '../../src/treasury/transfers/pay-ids.ts';
import { receiptOf } from '../../src/treasury/transfers/solana/receipts.ts';
import { until } from '../support/process.ts';
import { type Lie, type LyingNode, startLyingNode } from './lying-node.ts';
import { finalityBlocks, type SolanaService, startSolanaService } from './solana-service.ts';

const usdc = 1_000_000n;

let live: SolanaService;
let node: LyingNode | undefined;
let payer: Awaited<ReturnType<typeof localSigner>>;
beforeAll(async () => {
  live = await startSolanaService(
    async (url) => {
      node = await startLyingNode(url);
      return [node.url];
    },
    { SOLANA_RECEIPT_ABOVE_USD: '50' },
  );
  live.ctx.log.level = 'silent';
  payer = await localSigner('receipts');
  await live.chain.pay({ token: 'SOL', to: payer.address, units: 1_000_000_000n });
  await live.chain.pay({ token: 'USDC', to: payer.address, units: 1000n * usdc });
});
afterAll(async () => {
  await live?.stop();
  await node?.stop();
});
beforeEach(() => tell(null));

function tell(lie: Lie | null): void {
  if (node) node.lie = lie;
}

/** Transactions are missing from every history, as in an index that lost them. */
const hidesHistory: Lie = ({ method }, result) => (method === 'getSignaturesForAddress' ? [] : result);

/** And statuses. */
const hidesAll: Lie = (request, result) => {
  if (request.method !== 'getSignatureStatuses') return hidesHistory(request, result);
  const statuses = result as { value: unknown[] };
  return { ...statuses, value: statuses.value.map(() => null) };
};

const mining = (isDone: () => Promise<boolean>, seen?: () => unknown) =>
  until(
    async () => {
      live.chain.mine(4);
      return isDone();
    },
    60_000,
    seen,
  );

async function refunded(amount: string): Promise<{ refundId: string; txHash: string }> {
  const { payment_id = '', address = '' } = await live.open('USDC', { amount });
  await live.chain.pay({
    token: 'USDC',
    to: address,
    units: BigInt(Math.round(Number(amount))) * usdc,
    from: payer,
  });
  await mining(async () => (await live.get(payment_id))['status'] === 'completed');
  const { json } = await live.call('POST', '/refunds', { key: live.liveKey, body: { payment_id } });
  const refundId = String(json.data.refund_id);
  await mining(async () => (await refundOf(refundId))['status'] === 'completed');
  live.chain.mine(finalityBlocks);
  return { refundId, txHash: String((await refundOf(refundId))['tx_hash']) };
}

async function refundOf(id: string): Promise<Record<string, unknown>> {
  return (await live.call('GET', `/refunds/${id}`, { key: live.liveKey })).json.data;
}

const problemOf = async (id: string) => {
  const [row] = await live.ctx.db`select problem from transfers where transfer_id = ${id}`;
  return String(row?.['problem']);
};

/** As a backup from before has it: requested, and nothing signed. */
async function forget(refundId: string, txHash: string): Promise<void> {
  await live.ctx.db.begin(async (tx) => {
    await tx`update refunds set status = 'processing', tx_hash = null, completed_at = null where refund_id = ${refundId}`;
    await tx`
      update transfers set status = 'waiting', batch_id = null, tx_hash = null, ended_at = null, due_at = now()
      where transfer_id = ${refundId}`;
    await tx`delete from solana_signatures where batch_id in (select batch_id from solana_batches where tx_hash = ${txHash})`;
    await tx`delete from solana_batches where tx_hash = ${txHash}`;
  });
  live.ctx.wake.at('send-transfers', new Date());
}

it('a large refund is not paid again although no history shows that it was', async () => {
  const { refundId, txHash } = await refunded('60.00');
  const before = await live.balanceOf('USDC', payer.address);
  tell(hidesHistory);
  await forget(refundId, txHash);
  let problem = '';
  await mining(
    async () => {
      problem = await problemOf(refundId);
      return /leaves out transactions of \w+/.test(problem);
    },
    () => problem,
  );
  expect(await live.balanceOf('USDC', payer.address)).toBe(before);
  tell(null);
  await mining(async () => (await refundOf(refundId))['status'] === 'completed');
  expect((await refundOf(refundId))['tx_hash']).toBe(txHash);
  expect(await live.balanceOf('USDC', payer.address)).toBe(before);
});

it('a large refund is not paid again although it became small beside the limit while no node showed that it was', async () => {
  const { payment_id = '', address = '' } = await live.open('USDC', { amount: '60.00' });
  await live.chain.pay({ token: 'USDC', to: address, units: 60n * usdc, from: payer });
  await mining(async () => (await live.get(payment_id))['status'] === 'completed');
  const before = await live.balanceOf('USDC', payer.address);
  const { json } = await live.call('POST', '/refunds', { key: live.liveKey, body: { payment_id } });
  const refundId = String(json.data.refund_id);
  const signed = () => live.ctx.db`
    select 1 from solana_signatures join transfers using (batch_id) where transfer_id = ${refundId}`;
  await mining(async () => (await signed()).length > 0);
  tell(hidesAll);
  // As if its price had fallen.
  Object.assign(live.ctx.config, { solanaReceiptAboveUsd: 100 });
  let rounds = 0;
  await mining(async () => ++rounds > 30);
  expect(await live.balanceOf('USDC', payer.address)).toBe(before + 60n * usdc);
  Object.assign(live.ctx.config, { solanaReceiptAboveUsd: 50 });
  tell(null);
  await mining(async () => (await refundOf(refundId))['status'] === 'completed');
  expect(await live.balanceOf('USDC', payer.address)).toBe(before + 60n * usdc);
});

it('a large refund is paid although a stranger has sent lamports to its account', async () => {
  const { payment_id = '', address = '' } = await live.open('USDC', { amount: '60.00' });
  const reserved = seriesOf.refund(payment_id);
  const signer = { feePayer: live.feePayer } as SolanaSigner;
  const receipt = await receiptOf({ signer }, payIdAt(reserved, 0n));
  await live.chain.pay({ token: 'SOL', to: receipt, units: 1_000_000n });
  await live.chain.pay({ token: 'USDC', to: address, units: 60n * usdc, from: payer });
  await mining(async () => (await live.get(payment_id))['status'] === 'completed');
  const { json } = await live.call('POST', '/refunds', { key: live.liveKey, body: { payment_id } });
  await mining(async () => (await refundOf(String(json.data.refund_id)))['status'] === 'completed');
});

it('a small one does without the account, whose rent would be much beside it', async () => {
  const { txHash } = await refunded('20.00');
  const [batch] = await live.ctx.db`select cost from solana_batches where tx_hash = ${txHash}`;
  expect(BigInt(String(batch?.['cost']))).toBeLessThan(live.chain.rentFor(0));
});
