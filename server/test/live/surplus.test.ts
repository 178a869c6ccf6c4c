import type { KeyPairSigner } from '@solana/kit';
import type { Address } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SolanaChain, startSolana } from '../../../devnet/solana/start-solana.ts';
import { cursorOf } from '../../src/chains/watching/cursors.ts';
import { until } from '../support/process.ts';
import { causewayHere } from '../support/process-here.ts';
import { confirmations, type LiveService, startServiceBeside } from './live-service.ts';
import { finalityBlocks } from './solana-service.ts';

let live: LiveService<'base'>;
let solana: SolanaChain;
let treasury: string;
beforeAll(async () => {
  solana = await startSolana({ lags: { finalized: finalityBlocks } });
  live = await startServiceBeside(['base'], solana);
  treasury = live.ctx.liveChains.wallet()?.solana_treasury ?? '';
  // Both chains are read, with money of payments among what was sent.
  const { address, payment_id } = await live.open('base', 'USDC');
  await live.chains.pay({ chain: 'base', token: 'USDC', to: address, units: 10_000_000n });
  await live.chains.mine('base', 2 * confirmations);
  await live.untilStatus(payment_id, 'completed');
  const other = await live.open('solana' as 'base', 'USDC');
  await solana.pay({ token: 'USDC', to: other.address, units: 10_000_000n, from: payer() });
  solana.mine(finalityBlocks + 1);
  await live.untilStatus(other.payment_id, 'completed');
});
afterAll(async () => {
  await live?.stop();
  await solana?.stop();
});

const payer = () => solana.wallets[1] as KeyPairSigner;
const run = (...args: string[]) => causewayHere(args, live.env);

/** Until all blocks so far are final. */
async function untilFinal(): Promise<void> {
  const head = live.chains.head('base');
  await live.chains.mine('base', confirmations + 1);
  await until(async () => Number((await cursorOf(live.ctx.db, 'base'))?.final_number) >= head, 60_000);
}

/** A command that exits with 0 in the end: sweeps and gas are booked meanwhile. */
async function untilRight(): Promise<void> {
  let last = '';
  await until(
    async () => {
      await live.chains.mine('base');
      solana.mine();
      const { code, stderr } = await run('ledger', 'check');
      last = stderr;
      return code === 0;
    },
    60_000,
    () => last,
  );
}

it('tokens that a stranger sends to the vault are shown with their transaction, and booked as the operator’s', async () => {
  await untilRight();
  const hash = await live.chains.pay({
    chain: 'base',
    token: 'USDC',
    to: live.vault as Address,
    units: 7_000_000n,
  });
  await untilFinal();
  const wrong = await run('ledger', 'check');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('ledger book-surplus base USDC')]);
  const unasked = await run('ledger', 'book-surplus', 'base', 'USDC');
  expect([unasked.code, unasked.stderr]).toEqual([1, expect.stringContaining('Pass --yes')]);
  const booked = await run('ledger', 'book-surplus', 'base', 'USDC', '--yes', '--json');
  expect([booked.code, booked.stderr]).toEqual([0, expect.stringContaining(hash)]);
  expect(JSON.parse(booked.stdout)).toEqual({ chain: 'base', booked: '7.000000 USDC', transactions: 1 });
  await untilRight();
  const again = await run('ledger', 'book-surplus', 'base', 'USDC', '--yes');
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('nothing to book')]);
});

it('native money leaves no log: it is booked only when the operator says so', async () => {
  await live.chains.pay({ chain: 'base', token: 'ETH', to: live.vault as Address, units: 5n * 10n ** 15n });
  await untilFinal();
  const refused = await run('ledger', 'book-surplus', 'base', 'ETH', '--yes');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--untraced')]);
  expect((await run('ledger', 'book-surplus', 'base', 'ETH', '--untraced', '--yes')).code).toBe(0);
  await untilRight();
});

it('a transaction that names two payments waits for the operator, who decides by one command', async () => {
  const [one, two] = [
    await live.open('solana' as 'base', 'USDC'),
    await live.open('solana' as 'base', 'USDC'),
  ];
  const references = [one.address, two.address];
  const hash = await solana.pay({
    token: 'USDC',
    to: treasury,
    units: 10_000_000n,
    from: payer(),
    references,
  });
  const contested = async () => JSON.parse((await run('payments', 'contested', '--json')).stdout);
  let listed: object[] = [];
  await until(
    async () => {
      solana.mine();
      listed = await contested();
      return listed.length > 0;
    },
    60_000,
    () => JSON.stringify(listed),
  );
  expect(listed).toMatchObject([{ tx_hash: hash, amount: '10.000000 USDC', from: payer().address }]);
  expect(String(Object.values(listed[0] ?? {}))).toContain(one.payment_id);
  const check = await run('ledger', 'check');
  expect([check.code, check.stderr]).toEqual([1, expect.stringContaining('payments contested')]);
  expect(check.stderr, 'it is not taken for surplus').not.toContain('more than the ledger says');
  const timeline = await live.call('GET', `/payments/${two.payment_id}/timeline`, { key: live.liveKey });
  expect(timeline.json.data).toContainEqual(expect.objectContaining({ tx_hash: hash, status: 'contested' }));
  expect((await run('payments', 'assign', hash, '--payment', 'pay_other', '--yes')).stderr).toContain(
    'does not name',
  );
  expect((await run('payments', 'assign', hash, '--payment', two.payment_id, '--yes')).code).toBe(0);
  solana.mine(finalityBlocks + 1);
  await live.untilStatus(two.payment_id, 'completed');
  expect(await live.get(one.payment_id)).toMatchObject({ status: 'pending' });
  expect(await contested()).toEqual([]);
  await untilRight();
});

it('USDC in the treasury on Solana is the same', async () => {
  const signature = await solana.pay({ token: 'USDC', to: treasury, units: 3_000_000n, from: payer() });
  solana.mine(finalityBlocks + 1);
  const booked = await run('ledger', 'book-surplus', 'solana', 'USDC', '--yes', '--json');
  expect([booked.code, booked.stderr]).toEqual([0, expect.stringContaining(signature)]);
  expect(JSON.parse(booked.stdout)).toMatchObject({ booked: '3.000000 USDC', transactions: 1 });
  await untilRight();
});
