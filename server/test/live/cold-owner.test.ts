import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRpc } from '../../src/chains/rpc/rpc.ts';
import { findHotOwner } from '../../src/chains/setup/evm/hot-owner.ts';
import { liveChains } from '../../src/chains/setup/live-chains.ts';
import { upsertStatus } from '../../src/chains/setup/status-store.ts';
import { countAlarms } from '../../src/messages/alarms/alarms.ts';
import { causewayHere } from '../support/process-here.ts';
import { type LiveService, startLiveService } from './live-service.ts';

const cold = privateKeyToAccount(generatePrivateKey());
const other = privateKeyToAccount(generatePrivateKey());
const folder = mkdtempSync(join(tmpdir(), 'causeway-cold-'));

let live: LiveService<'base'>;
beforeAll(async () => {
  live = await startLiveService('base');
  for (const { address } of [cold, other])
    await live.chains.rpc('base', 'hardhat_setBalance', [address, '0x8ac7230489e80000']);
});
afterAll(async () => {
  await live?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A command, while the chain goes on. */
async function command(...args: string[]) {
  const mining = setInterval(() => void live.chains.mine('base'), 200);
  try {
    return await causewayHere([...args, '--json'], live.env);
  } finally {
    clearInterval(mining);
  }
}
const prepared = async (...args: string[]) => JSON.parse((await command('vault', ...args)).stdout);

/** As a wallet that signs and does not send. */
async function signed(
  account: typeof cold,
  { to, data, chain_id }: { to: `0x${string}`; data: `0x${string}`; chain_id: number },
) {
  const nonce = Number(await live.chains.rpc('base', 'eth_getTransactionCount', [account.address, 'latest']));
  const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 11n };
  return account.signTransaction({
    type: 'eip1559',
    chainId: chain_id,
    nonce,
    to,
    data,
    gas: 500_000n,
    ...fees,
  });
}

/** What a worker finds at its next look. Without the file: long after the last worker that had it. */
async function look(hasFile = true): Promise<string | null> {
  const [chain] = liveChains(live.ctx.config.chains, live.vault);
  if (!chain) throw new Error('base is not configured');
  const rpc = createRpc({ urls: chain.rpcUrls, chainId: chain.chainId, nowMs: Date.now });
  const later = { ...live.ctx.clock, now: () => inAnHour(), nowMs: () => inAnHour().getTime() };
  const without = { ...live.ctx, clock: later, config: { ...live.ctx.config, walletFile: null } };
  const hot_owner = await findHotOwner(hasFile ? live.ctx : without, rpc, chain, live.vault);
  await rpc.close();
  const row = { chain: 'base', problem: null, sweep_units: null, least_native: null, hot_owner } as const;
  await upsertStatus(live.ctx.db, { ...row, checked_at: live.ctx.clock.now() });
  return hot_owner;
}
const inAnHour = () => new Date(live.ctx.clock.nowMs() + 3_600_000);
const alarms = async () => (await countAlarms(live.ctx)).get('owner');
const ownerLine = async () =>
  JSON.parse((await command('chains', 'check')).stdout).find(
    ({ what }: { what: string }) => what === 'owner',
  );

it('is asked for once the vault holds more than a little', async () => {
  expect(await look()).toBeNull();
  await live.chains.pay({
    chain: 'base',
    token: 'USDC',
    to: live.vault as `0x${string}`,
    units: 900_000_000n,
  });
  expect(await look()).toBeNull();
  expect((await ownerLine()).todo).toBeNull();
  await live.chains.pay({
    chain: 'base',
    token: 'USDC',
    to: live.vault as `0x${string}`,
    units: 200_000_000n,
  });
  expect(await look()).toContain('holds about 1100 USD');
  expect(await alarms()).toBe(1);
  expect((await ownerLine()).todo).toContain('set a cold owner');
});

it('is asked for while the owner is a key of the file that a worker has, also beside another operator', async () => {
  const { owner } = await prepared('show', 'base');
  const operator = async (address: string) => {
    expect((await command('vault', 'operator', 'base', address, '--send', '--yes')).code).toBe(0);
    await live.chains.mine('base');
  };
  await operator(other.address);
  expect(await look()).toContain('copies WALLET_FILE');
  expect(await alarms()).toBe(1);
  expect(await ownerLine()).toMatchObject({
    found: expect.stringContaining('is a key of WALLET_FILE'),
    todo: expect.stringContaining('set a cold owner'),
  });
  expect(await look(false), 'words on paper alone are cold').toBeNull();
  await operator(owner);
});

it('is offered the vault by the operator, and accepts with a transaction that is signed elsewhere', async () => {
  expect((await command('vault', 'accept', 'base')).stderr).toContain('offered to nobody');
  const offered = await prepared('offer', 'base', cold.address, '--send', '--yes');
  expect(offered).toMatchObject({ is_done: true, about: `Offer the vault to ${cold.address}` });
  const accept = await prepared('accept', 'base', '--safe', join(folder, 'batch.json'));
  expect(accept).toMatchObject({ from: cold.address, to: live.vault, value: '0', is_done: false });
  expect(JSON.parse(readFileSync(join(folder, 'batch.json'), 'utf8'))).toMatchObject({
    version: '1.0',
    chainId: String(accept.chain_id),
    transactions: [{ to: live.vault, value: '0', data: accept.data }],
  });
  const refused = async (raw: string) => (await command('vault', 'send', 'base', raw, '--yes')).stderr;
  expect(await refused('0x02ff')).toContain('not a signed transaction');
  expect(await refused(await signed(other, accept))).toContain(`${other.address} signed it`);
  expect(await refused(await signed(cold, { ...accept, chain_id: 1 }))).toContain('It is for chain 1');
  expect(await refused(await signed(cold, { ...accept, to: other.address }))).toContain('not to the vault');
  expect(await refused(await signed(cold, { ...accept, data: '0x12345678' }))).toContain('does not have');
  const sent = await command('vault', 'send', 'base', await signed(cold, accept), '--yes');
  expect(JSON.parse(sent.stdout).about).toContain(`${cold.address} calls acceptOwnership()`);
  await live.chains.mine('base');
  expect(await prepared('show', 'base')).toMatchObject({ owner: cold.address });
  const again = (await command('vault', 'accept', 'base')).stderr;
  expect(again).toContain(`owner is ${cold.address}`);
  expect(again).toContain('it has accepted');
  expect(await look()).toBeNull();
  expect(await alarms()).toBe(0);
});

it('sets caps and payout wallets and withdraws in the same way, and the worker cannot', async () => {
  const cap = await prepared('cap', 'base', 'usdc', '500.5');
  expect(cap).toMatchObject({ about: 'Cap USDC at 500.500000 a day', from: cold.address, is_done: false });
  expect((await command('vault', 'cap', 'base', 'USDC', '1', '--send', '--yes')).stderr).toContain(
    'is not here',
  );
  for (const action of [
    cap,
    await prepared('list', 'base', `${other.address},${cold.address}`),
    await prepared('withdraw', 'base', 'USDC', 'all', cold.address),
  ]) {
    expect((await command('vault', 'send', 'base', await signed(cold, action), '--yes')).code).toBe(0);
    await live.chains.mine('base');
  }
  expect(await prepared('cap', 'base', 'USDC', '500.5')).toMatchObject({ is_done: true });
  const listed = await prepared('list', 'base', `${other.address},${cold.address}`);
  expect(listed, 'read from the chain').toMatchObject({ is_done: true });
  expect(await prepared('list', 'base', `${other.address},${live.vault}`)).toMatchObject({ is_done: false });
  expect(await prepared('unlist', 'base', other.address)).toMatchObject({ is_done: false });
  expect(await prepared('unlist', 'base', live.vault)).toMatchObject({ is_done: true });
  expect(await prepared('withdraw', 'base', 'USDC', '5', cold.address)).toMatchObject({
    about: `Withdraw 5.000000 of USDC to ${cold.address}, besides any earlier withdrawal`,
    is_done: false,
  });
  expect((await prepared('show', 'base')).caps).toContain('USDC 500.500000 a day');
  const wrong = async (...args: string[]) => (await command('vault', ...args)).stderr;
  expect(await wrong('cap', 'base', 'XYZ', '1')).toContain('base has no XYZ');
  expect(await wrong('cap', 'base', 'USDC', '1.0000001')).toContain('at most 6 decimals');
  expect(await wrong('operator', 'base', '0x12')).toContain('is not an address');
});
