import type { KeyPairSigner } from '@solana/kit';
import type { Address } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SolanaChain, startSolana } from '../../../devnet/solana/start-solana.ts';
import { createSkipUsedAddresses } from '../../src/chains/deposits/solana/skip-used-addresses.ts';
import { liveSolana } from '../../src/chains/setup/live-chains.ts';
import { createSolanaNode } from '../../src/chains/solana/node.ts';
import { createSolanaRpc } from '../../src/chains/solana/solana-rpc.ts';
import { cursorOf } from '../../src/chains/watching/cursors.ts';
import type { SolanaLiveChain } from '../../src/chains/watching/solana/solana-watcher.ts';
import { until } from '../support/process.ts';
import { causewayHere } from '../support/process-here.ts';
import { backUp } from '../treasury/routes/backup.ts';
import { confirmations, type LiveService, startServiceBeside } from './live-service.ts';
import { finalityBlocks } from './solana-service.ts';

let live: LiveService<'base'>;
let solana: SolanaChain;
beforeAll(async () => {
  solana = await startSolana({ lags: { finalized: finalityBlocks } });
  live = await startServiceBeside(['base'], solana);
});
afterAll(async () => {
  await live?.stop();
  await solana?.stop();
});

const units = 10_000_000n;
const payOnBase = async (to: string) => {
  await live.chains.pay({ chain: 'base', token: 'USDC', to: to as Address, units });
  await live.chains.mine('base', confirmations);
};
const payOnSolana = async (to: string) => {
  await solana.pay({ token: 'USDC', to, units, from: solana.wallets[1] as KeyPairSigner });
  solana.mine(finalityBlocks + 1);
};

async function run(...args: string[]) {
  const { code, stdout, stderr } = await causewayHere([...args, '--json'], live.env);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}
const recover = (paymentId: string, ...more: string[]) => [
  ...['payments', 'recover', paymentId, '--merchant', live.merchantId, '--yes'],
  ...['--amount', '10.00', '--currency', 'USD', ...more],
];
const refused = async (args: string[], why: string) => {
  const { code, stderr } = await causewayHere(args, live.env);
  expect([code, stderr]).toEqual([1, expect.stringContaining(why)]);
};
const unapplied = async (paymentId: string) =>
  (await live.call('GET', `/unapplied_funds?payment_id=${paymentId}`, { key: live.liveKey })).json.data;

/** A payment that is completed, and that the database then forgets. */
async function forgotten(chain: 'base' | 'solana', pay: (to: string) => Promise<void>) {
  const restore = await backUp(live.ctx.db);
  const { payment_id, address } = await live.open(chain as 'base', 'USDC');
  await pay(address);
  await live.untilStatus(payment_id, 'completed');
  await restore();
  expect((await live.call('GET', `/payments/${payment_id}`, { key: live.liveKey })).status).toBe(404);
  return { payment_id, address };
}

async function credited(paymentId: string): Promise<void> {
  let funds: { unapplied_id: string }[] = [];
  await until(
    async () => {
      solana.mine();
      await live.chains.mine('base');
      funds = await unapplied(paymentId);
      return funds.length > 0;
    },
    60_000,
    () => JSON.stringify(funds),
  );
  expect(funds).toMatchObject([{ token_amount: '10.000000', status: 'open' }]);
  const path = `/unapplied_funds/${funds[0]?.unapplied_id}/credit`;
  expect((await live.call('POST', path, { key: live.liveKey })).status).toBe(200);
  expect(await live.get(paymentId)).toMatchObject({ status: 'expired' });
}

it('a payment that a restored backup forgot is known again, and its money is unapplied', async () => {
  // The chain is read before the backup is made.
  const { address } = await live.open('base', 'USDC');
  await payOnBase(address);
  await live.untilRead('base');
  const { payment_id, address: own } = await forgotten('base', payOnBase);
  // Workers have read past its block before anybody knows it again.
  await live.chains.mine('base', 2 * confirmations);
  const paidIn = live.chains.head('base') - 2 * confirmations;
  await until(async () => Number((await cursorOf(live.ctx.db, 'base'))?.final_number) >= paidIn, 60_000);
  // A worker that starts after the restore does not know the address, unlike the one of this test.
  await live.ctx.db`delete from arrivals where address = ${own}`;
  const [found, ...others] = await run(...recover(payment_id));
  expect(others).toEqual([]);
  expect(found).toMatchObject({ chain: 'base', address: own, transfers_found: 1, problem: null });
  await credited(payment_id);
  await refused(recover(payment_id), 'is known');
  expect(await run('chains', 'rescan', 'base', '--from', '0')).toMatchObject({ new_transfers: 0 });
});

it('what is not a payment, or of no merchant, is not recovered', async () => {
  await refused(recover('pay_unknown'), 'is not the id of a payment');
  const id = live.ctx.ids.next('pay');
  await refused([...recover(id), '--merchant', 'mer_none'], 'There is no merchant');
  await refused([...recover(id), '--address', 'nobody'], 'skipped-addresses');
  await refused([...recover(id), '--amount', 'ten'], '--amount must be');
});

it('on Solana, addresses that were used before the database knew are skipped by workers, and given back by hand', async () => {
  const { payment_id, address } = await forgotten('solana', payOnSolana);
  const { config, openRpc, clock, db } = live.ctx;
  const chain = liveSolana(config.chains) as SolanaLiveChain;
  const rpc = createSolanaRpc(openRpc, chain.genesisHash, { urls: chain.rpcUrls, nowMs: clock.nowMs });
  const node = createSolanaNode(rpc);
  await createSkipUsedAddresses()(live.ctx, node, [chain.usdcMint]);
  await rpc.close();
  const [row] = await db<{ payment_id: string }[]>`
    select payment_id from solana_addresses where address = ${address}`;
  expect(row?.payment_id).toMatch(/^skipped /);
  const next = await live.open('solana' as 'base', 'USDC');
  expect(next.address).not.toBe(address);
  expect(await run('wallet', 'skipped-addresses')).toMatchObject([{ address, USDC: '10.000000' }]);
  expect(await run(...recover(payment_id, '--address', address))).toMatchObject([
    { chain: 'base', transfers_found: 0 },
    { chain: 'solana', address },
  ]);
  await credited(payment_id);
  expect(await live.get(next.payment_id)).toMatchObject({ status: 'pending' });
});
