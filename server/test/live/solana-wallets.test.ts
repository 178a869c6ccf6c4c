import {
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type KeyPairSigner,
  partiallySignTransaction,
} from '@solana/kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localSigner } from '../../../devnet/solana/wallets.ts';
import { liveSolana } from '../../src/chains/setup/live-chains.ts';
import { compareSolana } from '../../src/treasury/reconciliation/reconcile-task.ts';
import { post, stateOf } from '../pages/checkout/support.ts';
import { until } from '../support/process.ts';
import { finalityBlocks, type SolanaService, startSolanaService } from './solana-service.ts';

let live: SolanaService;
let payer: KeyPairSigner;
beforeAll(async () => {
  live = await startSolanaService();
  payer = live.chain.wallets[1] as KeyPairSigner;
});
afterAll(() => live?.stop());

const build = (paymentId: string, address: string) =>
  post(live, `${paymentId}/transaction`, { payer: address });

/** As a wallet does it. */
async function signAndSend(wire: string): Promise<string> {
  const transaction = getTransactionDecoder().decode(Buffer.from(wire, 'base64'));
  const signed = await partiallySignTransaction([payer.keyPair], transaction);
  const answer = live.chain.answer('sendTransaction', [
    getBase64EncodedWireTransaction(signed as Parameters<typeof getBase64EncodedWireTransaction>[0]),
    { encoding: 'base64' },
  ]);
  expect(answer, JSON.stringify(answer)).toHaveProperty('result');
  return getSignatureFromTransaction(signed as Parameters<typeof getSignatureFromTransaction>[0]);
}

/** Without the reserve, which a worker books at a moment of its own. */
async function vaultOf(token: string): Promise<bigint> {
  const [row] = await live.ctx.db<{ units: string }[]>`
    select coalesce(sum(e.units), 0)::text as units from ledger_lines e join ledger_accounts a using (account_id)
    where a.kind = 'vault' and a.chain = 'solana' and a.token = ${token} and e.source <> 'treasury reserve'`;
  return BigInt(row?.units ?? 0);
}

it.each(['USDC', 'SOL'] as const)('a connected wallet pays %s into the treasury', async (token) => {
  const { payment_id = '' } = await live.open(token);
  const { chosen } = await stateOf(live, payment_id);
  expect(chosen.wallet).toEqual({ family: 'solana', chain: 'solana:mainnet' });
  const before = await vaultOf(token);
  const { transaction, missing } = (await build(payment_id, payer.address)).json.data;
  expect(missing).toBeNull();
  const signature = await signAndSend(transaction);
  live.chain.mine(2);
  await live.untilStatus(payment_id, 'processing');
  live.chain.mine(finalityBlocks);
  const paid = await live.untilStatus(payment_id, 'completed');
  expect(paid).toMatchObject({ chain: 'solana', token, tx_hash: signature, payer_address: payer.address });
  const [arrival] = await live.ctx.db<{ units: string; sweep_id: string }[]>`
    select units::text as units, sweep_id from arrivals where tx_hash = ${signature}`;
  expect(arrival?.sweep_id, 'there is nothing to sweep').toBe('treasury');
  expect((await vaultOf(token)) - before).toBe(BigInt(arrival?.units ?? 0));
});

it('is refunded from there, and the ledger equals the chain', async () => {
  const { payment_id = '' } = await live.open('USDC');
  await signAndSend((await build(payment_id, payer.address)).json.data.transaction);
  live.chain.mine(finalityBlocks + 2);
  await live.untilStatus(payment_id, 'completed');
  const body = { payment_id, amount: '4.00' };
  const { refund_id } = (await live.call('POST', '/refunds', { key: live.liveKey, body })).json.data;
  await until(async () => {
    live.chain.mine();
    const { json } = await live.call('GET', `/refunds/${refund_id}`, { key: live.liveKey });
    return json.data.status === 'completed';
  }, 60_000);
  const chain = liveSolana(live.ctx.config.chains);
  let found: unknown = null;
  await until(
    async () => {
      live.chain.mine();
      const compared = chain && (await compareSolana(live.ctx, chain));
      found = compared?.comparisons.flatMap(({ accounts }) => accounts);
      return (
        compared?.comparisons.every(({ accounts }) =>
          accounts.every(({ ledger, onChain }) => ledger === onChain),
        ) === true
      );
    },
    60_000,
    () => String(found),
  );
});

it('asks for the rest after a part came to the address', async () => {
  const { payment_id = '', address = '' } = await live.open('USDC');
  await live.chain.pay({ token: 'USDC', to: address, units: 4_000_000n });
  live.chain.mine();
  const received = async () => (await stateOf(live, payment_id)).chosen.received_amount;
  await expect.poll(received, { timeout: 60_000 }).toBe('4.000000');
  await signAndSend((await build(payment_id, payer.address)).json.data.transaction);
  live.chain.mine(finalityBlocks + 2);
  expect(await live.untilStatus(payment_id, 'completed')).toMatchObject({ token_amount: '10.000000' });
});

it('says what the wallet has too little of', async () => {
  const { payment_id = '' } = await live.open('USDC');
  const empty = await localSigner('nobody');
  expect((await build(payment_id, empty.address)).json.data).toEqual({
    transaction: null,
    missing: 'tokens',
  });
  await live.chain.pay({ token: 'USDC', to: empty.address, units: 20_000_000n });
  live.chain.mine();
  expect((await build(payment_id, empty.address)).json.data).toEqual({ transaction: null, missing: 'fee' });
});

it('builds nothing for an address that is none, or a price that has run out', async () => {
  const { payment_id = '' } = await live.open('SOL');
  expect((await build(payment_id, '0x12')).json.error.code).toBe('INVALID_PARAMETER');
  await live.ctx.db`
    update deposits set quote_expires_at = now() - interval '1 minute' where payment_id = ${payment_id}`;
  expect((await build(payment_id, payer.address)).json.error.code).toBe('INVALID_CHAIN');
});
