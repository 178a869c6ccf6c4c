import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { localSigner } from '../../../../devnet/solana/wallets.ts';
import { liveSolana } from '../../../src/chains/setup/live-chains.ts';
import { openSolanaSigner } from '../../../src/chains/signers/open-signers.ts';
import { selectedWallet } from '../../../src/chains/wallets/wallets.ts';
import { countAlarms } from '../../../src/messages/alarms/alarms.ts';
import { parseConfig } from '../../../src/platform/config/config.ts';
import type { SendingLane } from '../../../src/treasury/transfers/sending-lane.ts';
import { createSolanaSendingLane } from '../../../src/treasury/transfers/solana/solana-lane.ts';
import { showTransfer } from '../../../src/treasury/transfers/transfers.ts';
import type { FakeKms } from '../../chains/signers/fake-aws-kms.ts';
import { googleKeyName, startFakeGoogleKms } from '../../chains/signers/fake-gcp-kms.ts';
import { newSolanaKey } from '../../chains/signers/signing-keys.ts';
import { causewayHere } from '../../support/process-here.ts';
import {
  finalityBlocks,
  type SolanaSendingService,
  startSolanaSendingService,
} from './solana-sending-service.ts';

const ten = 10_000_000n;
const [treasury, feePayer] = [newSolanaKey(), newSolanaKey()];

let service: SolanaSendingService;
let kms: FakeKms;
let lane: SendingLane;
let settings: Record<string, string>;
let aheadMs = 0;
beforeAll(async () => {
  kms = await startFakeGoogleKms();
  kms.keys.set(googleKeyName('treasury'), treasury).set(googleKeyName('fees'), feePayer);
  settings = {
    SOLANA_TREASURY_SIGNER: `gcp-kms:${googleKeyName('treasury')}`,
    SOLANA_FEE_PAYER_SIGNER: `gcp-kms:${googleKeyName('fees')}`,
    GCP_KMS_URL: kms.url,
    GCE_METADATA_HOST: kms.host,
    SIGNER_TIMEOUT_SECONDS: '1',
  };
  const elsewhere = {
    operator: null,
    settler: null,
    solanaTreasury: treasury.address,
    solanaFeePayer: feePayer.address,
  };
  service = await startSolanaSendingService('signers', elsewhere);
  // Failing signers are the point here.
  service.ctx.log.level = 'silent';
  lane = await newLane(settings);
});
afterAll(async () => {
  await service?.stop();
  await kms?.stop();
});
beforeEach(() => {
  Object.assign(kms, { trouble: null, change: (signature: Buffer) => signature });
});

async function newLane(env: Record<string, string>): Promise<SendingLane> {
  const clock = { now: () => new Date(Date.now() + aheadMs), nowMs: () => Date.now() + aheadMs };
  const { signers, signerAccess } = parseConfig(env);
  const ctx = { ...service.ctx, clock, config: { ...service.ctx.config, signers, signerAccess } };
  const chain = liveSolana(ctx.config.chains);
  if (!chain) throw new Error('solana is not configured');
  return createSolanaSendingLane(
    ctx,
    chain,
    await openSolanaSigner(ctx, await selectedWallet(ctx), service.wallet),
  );
}

async function step(times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    aheadMs += 61_000;
    await lane.run(new AbortController().signal);
    service.chain.mine(finalityBlocks + 1);
  }
}

async function newRefund(): Promise<string> {
  const payer = await localSigner(`payer ${Math.random()}`);
  const payment = await service.addPaid(payer.address, ten);
  service.chain.mine(finalityBlocks + 1);
  return service.refund(payment, '10.00');
}

const transferOf = async (id: string) => (await showTransfer(service.ctx, id))?.transfer;
const alarms = async () => (await countAlarms(service.ctx)).get('signer');

it('sets up, pays and sweeps with a treasury and a fee payer in Google KMS', async () => {
  const id = await newRefund();
  const { address } = await service.addDeposit((await localSigner('depositor')).address, ten);
  await step(6);
  expect(await transferOf(id)).toMatchObject({ status: 'completed' });
  expect(await service.paidOnChain([id])).toEqual([1]);
  expect(await service.balanceOf(address)).toBe(0n);
});

it.each<[string, Partial<Pick<FakeKms, 'trouble' | 'change'>>]>([
  ['hangs', { trouble: 'hang' }],
  ['is down', { trouble: 'drop' }],
  ['refuses', { trouble: { status: 403, body: '{}' } }],
  ['answers nothing', { trouble: { body: '{}' } }],
  ['signs with another key', { change: () => newSolanaKey().sign(Buffer.from('x')) }],
  ['signs something else', { change: () => treasury.sign(Buffer.from('x')) }],
  ['truncates', { change: (signature) => signature.subarray(0, 63) }],
])('holds transfers while it %s, and pays each once after', async (_, trouble) => {
  const id = await newRefund();
  Object.assign(kms, trouble);
  await step(3);
  expect((await transferOf(id))?.problem).toMatch(
    /^The signer of the (treasury|fee payer) \(gcp-kms\) does not sign: /,
  );
  expect((await showTransfer(service.ctx, id))?.onSolana).toEqual([]);
  expect(await alarms()).toBe(1);
  Object.assign(kms, { trouble: null, change: (signature: Buffer) => signature });
  await step(5);
  expect(await transferOf(id)).toMatchObject({ status: 'completed', problem: null });
  expect(await service.paidOnChain([id])).toEqual([1]);
  expect(await alarms()).toBe(0);
});

it('sends nothing from a process that has other keys', async () => {
  const id = await newRefund();
  const right = lane;
  lane = await newLane({});
  await step(2);
  expect((await transferOf(id))?.problem).toContain(`The treasury is ${treasury.address}`);
  lane = right;
  await step(4);
  expect(await service.paidOnChain([id])).toEqual([1]);
});

it('shows both signers in chains check', async () => {
  const env = { ...service.env(service.chain.url), DATABASE_URL: service.databaseUrl, ...settings };
  const { stdout } = await causewayHere(['chains', 'check', '--json'], env);
  const found = (JSON.parse(stdout) as { what: string; found: string }[])
    .filter(({ what }) => what.startsWith('signer of'))
    .map((row) => row.found.replace(/\d+ ms/, 'ms'));
  expect(found.slice(-2)).toEqual([
    `${treasury.address} (gcp-kms) signed a probe in ms`,
    `${feePayer.address} (gcp-kms) signed a probe in ms`,
  ]);
});
