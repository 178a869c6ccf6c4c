import type { Address } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { liveChains } from '../../../src/chains/setup/live-chains.ts';
import { openOperatorSigner, openSettlerSigner } from '../../../src/chains/signers/open-signers.ts';
import { createLocalSettler } from '../../../src/chains/wallets/evm/local-signer.ts';
import { selectedWallet } from '../../../src/chains/wallets/wallets.ts';
import { countAlarms } from '../../../src/messages/alarms/alarms.ts';
import { parseConfig } from '../../../src/platform/config/config.ts';
import { createSettlingLane } from '../../../src/treasury/transfers/authorizations/evm/settling-lane.ts';
import { createSendingLane, type SendingLane } from '../../../src/treasury/transfers/sending-lane.ts';
import { showTransfer } from '../../../src/treasury/transfers/transfers.ts';
import { awsEnv, awsKeyId, type FakeKms, startFakeAwsKms } from '../../chains/signers/fake-aws-kms.ts';
import { derOf, newEvmKey, otherS } from '../../chains/signers/signing-keys.ts';
import { causewayHere } from '../../support/process-here.ts';
import { confirmations, type SendingService, startSendingService } from './sending-service.ts';

const payer: Address = '0x00000000000000000000000000000000000000Ad';
const ten = 10_000_000n;
const key = newEvmKey();
const setting = { OPERATOR_SIGNER: `aws-kms:${awsKeyId}`, SIGNER_TIMEOUT_SECONDS: '1' };

let service: SendingService;
let kms: FakeKms;
let lane: SendingLane;
let aheadMs = 0;
const outside = { ...process.env };
beforeAll(async () => {
  kms = await startFakeAwsKms();
  kms.keys.set(awsKeyId, key);
  Object.assign(process.env, awsEnv(kms));
  service = await startSendingService('signers');
  await service.compare();
  // Failing signers are the point here.
  service.ctx.log.level = 'silent';
});
afterAll(async () => {
  process.env = outside;
  await service?.stop();
  await kms?.stop();
});
beforeEach(() => {
  Object.assign(kms, { trouble: null, change: (signature: Buffer) => signature });
});

const env = () => ({
  ...service.env(service.chains.urls.base),
  DATABASE_URL: service.databaseUrl,
  ...awsEnv(kms),
});

function contextOf(settings: Record<string, string>) {
  const clock = { now: () => new Date(Date.now() + aheadMs), nowMs: () => Date.now() + aheadMs };
  const { config } = service.ctx;
  const signers = parseConfig(settings);
  return {
    ...service.ctx,
    clock,
    config: { ...config, signers: signers.signers, signerAccess: signers.signerAccess },
  };
}

/** A worker with these settings. */
async function newLane(settings: Record<string, string>): Promise<SendingLane> {
  const ctx = contextOf(settings);
  const [base] = liveChains(ctx.config.chains, service.vault);
  const file = settings['OPERATOR_SIGNER'] ? null : service.wallet;
  const signer = await openOperatorSigner(ctx, await selectedWallet(ctx), file);
  if (!base || !signer) throw new Error('nothing to send with');
  return createSendingLane(ctx, base, service.vault, signer);
}

/** Steps of a worker, longer apart than a signer that failed is left alone. */
async function step(times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    aheadMs += 60_000;
    await lane.run(new AbortController().signal);
    await service.chains.mine('base', confirmations + 1);
  }
}

/** A command with the new key, while the chain goes on. */
async function command(...args: string[]) {
  const mining = setInterval(() => void service.chains.mine('base'), 200);
  try {
    return await causewayHere(args, { ...env(), ...setting });
  } finally {
    clearInterval(mining);
  }
}

const newRefund = async () => service.refund(await service.addPaid(payer, ten), '10.00');
const transferOf = async (id: string) => (await showTransfer(service.ctx, id))?.transfer;
const alarms = async () => (await countAlarms(service.ctx)).get('signer');

describe('moving the operator from the file to a key in AWS KMS', () => {
  it('sends nothing with a key that the database does not use yet', async () => {
    lane = await newLane(setting);
    const id = await newRefund();
    await step(2);
    expect(await transferOf(id)).toMatchObject({ status: 'waiting', attempts: 0 });
    expect((await transferOf(id))?.problem).toContain(
      `another key than that of ${service.wallet.evmOperator}`,
    );
    expect(await alarms()).toBe(1);
    lane = await newLane({});
    await step(4);
    expect(await transferOf(id)).toMatchObject({ status: 'completed', problem: null });
    expect(await alarms()).toBe(0);
  });

  it('asks before it begins', async () => {
    const { code, stderr } = await causewayHere(['signers', 'move'], { ...env(), ...setting });
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') });
    expect((await selectedWallet(service.ctx)).evm_next_operator).toBeNull();
  });

  it('waits for what is sent, goes on where it was, and leaves the vault with the new key', async () => {
    const before = await newRefund();
    aheadMs += 60_000;
    await lane.run(new AbortController().signal);
    expect(await transferOf(before)).toMatchObject({ status: 'sending' });
    const first = await causewayHere(['signers', 'move', '--yes'], { ...env(), ...setting });
    expect(first).toMatchObject({ code: 1, stderr: expect.stringContaining('1 transactions of') });
    const meanwhile = await newRefund();
    await step(4);
    expect(await transferOf(before)).toMatchObject({ status: 'completed' });
    expect(await transferOf(meanwhile)).toMatchObject({ status: 'waiting' });
    expect((await transferOf(meanwhile))?.problem).toContain(`moved to ${key.address}`);

    // Once the owner is another key, what has no cap cannot be paid.
    const capless = await command('signers', 'move', '--yes');
    expect(capless).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('causeway vault cap base USDC'),
    });
    expect((await command('vault', 'cap', 'base', 'USDC', '5000', '--send', '--yes')).code).toBe(0);
    const second = await command('signers', 'move', '--yes', '--json');
    expect(second.stderr).toContain('start all workers');
    expect(JSON.parse(second.stdout)).toEqual([
      { chain: 'base', operator: key.address, owner: service.wallet.evmOperator, todo: null },
    ]);
    // The worker that still has the old key sends nothing any more.
    await step();
    expect((await transferOf(meanwhile))?.problem).toContain(`The operator is ${key.address} now`);

    await service.chains.rpc('base', 'hardhat_setBalance', [key.address, '0x8ac7230489e80000']);
    lane = await newLane(setting);
    await step(4);
    expect(await transferOf(meanwhile)).toMatchObject({ status: 'completed' });
    expect((await service.paidOnChain([before, meanwhile])).times).toEqual([1, 1]);
    const again = await causewayHere(['signers', 'move', '--yes', '--json'], { ...env(), ...setting });
    expect(again.code).toBe(0);
  });

  it('is seen by chains check, with address, kind and latency', async () => {
    const { stdout } = await causewayHere(['chains', 'check', '--json'], { ...env(), ...setting });
    const rows: { what: string; found: string; todo: string | null }[] = JSON.parse(stdout);
    expect(rows.find(({ what }) => what === 'signer of the operator')).toEqual({
      chain: 'evm',
      what: 'signer of the operator',
      found: expect.stringMatching(new RegExp(`^${key.address} \\(aws-kms\\) signed a probe in \\d+ ms$`)),
      todo: null,
    });
    expect(rows.find(({ what }) => what === 'operator')).toMatchObject({ found: key.address, todo: null });
    const { stdout: wrong } = await causewayHere(['chains', 'check', '--json'], env());
    expect(
      JSON.parse(wrong).find(({ what }: { what: string }) => what === 'signer of the operator'),
    ).toMatchObject({
      todo: expect.stringContaining('signers move'),
    });
  });
});

describe('a worker whose signer is elsewhere', () => {
  const digest = Buffer.alloc(32, 1);
  it.each<[string, Partial<Pick<FakeKms, 'trouble' | 'change'>>]>([
    ['hangs', { trouble: 'hang' }],
    ['is down', { trouble: 'drop' }],
    ['refuses', { trouble: { status: 400, body: '{"__type":"AccessDeniedException","message":"no"}' } }],
    ['fails', { trouble: { status: 500, body: '{}' } }],
    ['answers a page', { trouble: { body: '<html>' } }],
    ['answers nothing', { trouble: { body: '{}' } }],
    ['signs with another key', { change: () => newEvmKey().sign(digest) }],
    ['signs something else', { change: () => key.sign(digest) }],
    ['truncates', { change: (der) => der.subarray(0, 40) }],
    ['answers garbage', { change: () => derOf(Buffer.alloc(64, 255)) }],
  ])('holds transfers while it %s, says why, and pays each once after', async (_, trouble) => {
    const id = await newRefund();
    Object.assign(kms, trouble);
    await step(3);
    const held = await transferOf(id);
    expect(held?.problem).toContain('The signer of the operator (aws-kms) does not sign: ');
    expect((await showTransfer(service.ctx, id))?.signatures).toEqual([]);
    expect(await alarms()).toBe(1);
    // A second one does not even get a nonce.
    const later = await newRefund();
    await step(2);
    expect(await transferOf(later)).toMatchObject({ status: 'waiting', problem: held?.problem, attempts: 0 });
    Object.assign(kms, { trouble: null, change: (signature: Buffer) => signature });
    await step(6);
    expect(await transferOf(id)).toMatchObject({ status: 'completed', problem: null });
    expect(await transferOf(later)).toMatchObject({ status: 'completed', problem: null });
    expect(await service.paidOnChain([id, later])).toEqual({ times: [1, 1], again: 0 });
    expect(await alarms()).toBe(0);
  });

  it('takes the higher s of a service, and sends the lower one', async () => {
    kms.change = otherS;
    const id = await newRefund();
    await step(4);
    expect(await transferOf(id)).toMatchObject({ status: 'completed' });
  });

  it('goes on after a kill between two answers of the service', async () => {
    const id = await newRefund();
    kms.trouble = 'hang';
    await step();
    // Another process, with nothing in memory.
    lane = await newLane(setting);
    kms.trouble = null;
    await step(4);
    expect(await service.paidOnChain([id])).toEqual({ times: [1], again: 0 });
  });

  it('measures how long it took', async () => {
    const text = await service.ctx.metrics.registry.metrics();
    expect(text).toMatch(
      /causeway_signer_seconds_count\{key="operator",kind="aws-kms",result="signed"\} \d+/,
    );
    expect(text).toMatch(
      /causeway_signer_seconds_count\{key="operator",kind="aws-kms",result="failed"\} \d+/,
    );
  });
});

describe('the key that pays the gas of payments by signature', () => {
  it('moves to AWS KMS by the same command, and payments by signature stop while it does not sign', async () => {
    const settler = newEvmKey();
    const keyId = awsKeyId.replace('1234', '8888');
    kms.keys.set(keyId, settler);
    const both = { ...setting, SETTLER_SIGNER: `aws-kms:${keyId}` };
    const moved = await causewayHere(['signers', 'move', '--yes'], { ...env(), ...both });
    expect(moved.code, moved.stderr).toBe(0);
    expect(moved.stderr).toContain(`sent from ${settler.address} now`);
    const row = await selectedWallet(service.ctx);
    expect(row.evm_settler).toBe(settler.address);
    const { stdout } = await causewayHere(['chains', 'check', '--json'], { ...env(), ...both });
    const line = JSON.parse(stdout).find(({ what }: { what: string }) => what === 'signer of the settler');
    expect(line).toMatchObject({ found: expect.stringContaining(`${settler.address} (aws-kms) signed`) });

    const ctx = contextOf(both);
    const [base] = liveChains(ctx.config.chains, service.vault);
    const signer = await openSettlerSigner(ctx, row, null);
    if (!base || !signer) throw new Error('nothing to settle with');
    const run = async (settling: SendingLane) => {
      aheadMs += 120_000;
      await settling.run(new AbortController().signal);
    };
    const noted = async (address: string) =>
      (await ctx.db`select 1 from settlers where address = ${address}`).length;
    const settling = createSettlingLane(ctx, base, service.vault, signer);
    kms.trouble = { status: 500, body: '{}' };
    await run(settling);
    expect({ noted: await noted(settler.address), alarms: await alarms() }).toEqual({ noted: 0, alarms: 1 });
    kms.trouble = null;
    await run(settling);
    expect({ noted: await noted(settler.address), alarms: await alarms() }).toEqual({ noted: 1, alarms: 0 });
    const former = createLocalSettler(service.wallet);
    await run(createSettlingLane(ctx, base, service.vault, former));
    expect(await noted(former.address), 'a worker with the old key').toBe(0);
  });
});
