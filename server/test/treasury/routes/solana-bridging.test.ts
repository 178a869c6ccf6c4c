import { AccountRole, address, type Instruction } from '@solana/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createRandom } from '../../../../devnet/evm/random.ts';
import { memoInstruction } from '../../../../devnet/solana/payments.ts';
import { localSigner } from '../../../../devnet/solana/wallets.ts';
import { toTopic } from '../../../src/chains/rpc/hex.ts';
import { liveSolana } from '../../../src/chains/setup/live-chains.ts';
import { readTables } from '../../../src/chains/solana/address-table.ts';
import { createSolanaNode } from '../../../src/chains/solana/node.ts';
import { createSolanaSenderNode } from '../../../src/chains/solana/sender-node.ts';
import { type CallAccount, fromCallText } from '../../../src/chains/solana/solana-call.ts';
import { solanaChain } from '../../../src/chains/solana/solana-chain.ts';
import { createSolanaRpc } from '../../../src/chains/solana/solana-rpc.ts';
import { tokenAccountOf } from '../../../src/chains/solana/token-account.ts';
import { takeSlotStep } from '../../../src/chains/watching/solana/slot-step.ts';
import { slotRules } from '../../../src/chains/watching/solana/solana-watcher.ts';
import { createTreasury } from '../../../src/chains/watching/solana/treasury-accounts.ts';
import { dayMs } from '../../../src/lib/durations.ts';
import { createAttestations } from '../../../src/treasury/routes/cctp/attestations.ts';
import { cctpChain } from '../../../src/treasury/routes/cctp/contracts.ts';
import { mintCall } from '../../../src/treasury/routes/cctp/solana/mint.ts';
import { addressTable } from '../../../src/treasury/routes/cctp/solana/programs.ts';
import { MemorySlotTables } from '../../chains/watching/solana/memory-slot-ledger.ts';
import { createWatcher } from '../../chains/watching/solana/slot-history.ts';
import { budget, isLong } from '../../support/chance.ts';
import { calmCircle } from './bridges.ts';
import { crashing } from './crashing.ts';
import { expectQuiet } from './quiet.ts';
import { ether, finalityBlocks, type RoutingService, startRoutingService, usdc } from './routing-service.ts';
import {
  addSolanaMerchant,
  differenceOnSolana,
  forgetSent,
  solanaOf,
  treasuryOf,
  treasuryUnits,
} from './solana-money.ts';

const onBase = { chain: 'base', token: 'USDC' } as const;
const onSolana = { chain: 'solana', token: 'USDC' } as const;
/** Blocks after which no transaction that was signed before can land. */
const lifetimeBlocks = 170;
const routes = budget(100, 2);

let service: RoutingService;
beforeAll(async () => {
  service = await startRoutingService('solana bridging', ['arbitrum', 'base'], {}, true);
  // Until the treasury has its token account.
  for (let count = 0; count < 4; count++) await service.step();
});
afterAll(() => service?.stop());
beforeEach(() => calmCircle(service.attestations));

const shown = (id: string) => service.shown(id);

/** What was sent for a route on Solana, in order, with how it ended. */
async function sentFor(id: string): Promise<string[]> {
  const rows = await service.ctx.db<{ transfer_id: string; status: string }[]>`
    select transfer_id, status from transfers where source = ${id} and chain = 'solana'
    order by created_at, transfer_id`;
  return rows.map(({ transfer_id, status }) => `${transfer_id.split(':').slice(2).join(' ')} ${status}`);
}

/** Steps without blocks on any chain until a transaction on Solana was sent, and not taken up. */
async function untilSent(id: string): Promise<void> {
  for (let count = 0; count < 60; count++) {
    await service.step({ mines: false });
    const rows = await service.ctx.db`
      select from transfers join solana_signatures using (batch_id)
      where source = ${id} and chain = 'solana' and status = 'sending'`;
    if (rows.length > 0) return;
    for (const name of service.chains.names) await service.chains.mine(name, 3);
  }
  throw new Error('nothing was sent');
}

/** A route from Solana, or to it. */
async function begun(from: 'arbitrum' | 'solana', units: bigint): Promise<string> {
  if (from === 'arbitrum')
    return service.begin(await service.addMerchant('USDC', units), 'USDC', units, onSolana);
  return service.begin(await addSolanaMerchant(service, units), 'USDC', units, onBase, 'solana');
}

describe('to Solana', () => {
  it('ETH on arbitrum becomes USDC in the treasury, however long Circle takes', async () => {
    const before = await treasuryUnits(service);
    const id = await service.begin(await service.addMerchant('ETH', ether), 'ETH', ether, onSolana);
    service.attestations.behave({ state: 'unseen', expirationBlock: 1n });
    while ((await shown(id)).steps[1]?.status !== 'called') await service.step();
    await service.step();
    service.attestations.behave({ state: 'pending' });
    await service.step();
    expect(await sentFor(id)).toEqual([]);
    service.attestations.behave({ state: 'complete' });
    for (let count = 0; count < 30 && (await shown(id)).route.status === 'processing'; count++) {
      await service.step();
      expect(await differenceOnSolana(service)).toBe(0n);
    }
    const { route, steps } = await shown(id);
    expect(route.status, route.problem ?? '').toBe('completed');
    expect(steps.map(({ provider }) => provider)).toEqual(['uniswap', 'cctp']);
    // The message had expired, so that it was asked for again.
    expect(service.attestations.attestedAgain).toHaveLength(1);
    expect(await sentFor(id)).toEqual(['next 0 completed']);
    expect((await treasuryUnits(service)) - before).toBe(BigInt(route.arrived_units ?? 0));
    await expectQuiet(service);
  });

  it('a thief who ends our transfer himself, and names a payment of his own, is credited nothing', async () => {
    const [before, thief, deposit] = [
      await treasuryUnits(service),
      await localSigner('thief'),
      await localSigner('deposit of the thief'),
    ];
    await solanaOf(service).pay({ token: 'SOL', to: thief.address, units: 10n ** 9n });
    service.attestations.behave({ state: 'pending' });
    const id = await begun('arbitrum', 10_000n * usdc);
    while ((await shown(id)).steps[0]?.status !== 'called') await service.step();
    service.attestations.behave({ state: 'complete' });
    const mint = await mintOf(id, thief.address);
    await solanaOf(service).transact(thief, [mint, memoInstruction(deposit.address)]);
    expect((await treasuryUnits(service)) - before).toBe(10_000n * usdc);
    expect(await seenFor(deposit.address)).toEqual([]);
    await service.finish(id);
    expect((await shown(id)).route.arrived_units).toBe(String(10_000n * usdc));
    await expectQuiet(service);
  });
});

/** The mint of a route's burn, as anybody can make it from what Circle publishes. */
async function mintOf(id: string, payer: string): Promise<Instruction> {
  const burnt = (await shown(id)).steps[0]?.call_hash ?? '';
  const { domain } = cctpChain('arbitrum') ?? { domain: 0 };
  const circle = createAttestations(service.env['CCTP_URL'] ?? '', service.ctx.clock);
  const [attested] = (await circle.messagesOf(domain, burnt)).attested;
  const chain = liveSolana(service.ctx.config.chains);
  if (!attested || !chain) throw new Error('Circle has attested nothing');
  const rpc = createSolanaRpc(service.ctx.openRpc, chain.genesisHash, {
    urls: chain.rpcUrls,
    nowMs: Date.now,
  });
  const [node, reads] = [createSolanaSenderNode(rpc), createSolanaNode(rpc)];
  const here = { chain, node, reads, treasury: treasuryOf(service), feePayer: payer, trader: '' };
  const nonce: `0x${string}` = `0x${attested.message.slice(2 + 24, 2 + 88)}`;
  const burnToken = toTopic(service.chains.tokens.arbitrum?.USDC ?? '');
  const { to, data } = await mintCall(here, { ...attested, nonce }, domain, burnToken);
  // As its own worker does, so that it fits into a transaction.
  const { [addressTable]: listed = [] } = await readTables(node, [addressTable]);
  await rpc.close();
  const call = fromCallText(data);
  return {
    programAddress: address(to),
    data: Buffer.from(call.data, 'hex'),
    accounts: call.accounts.map((one) => accountIn(one, listed, to)),
  };
}

function accountIn({ address: at, signs, writes }: CallAccount, listed: readonly string[], program: string) {
  const named = address(at ?? '');
  if (signs)
    return { address: named, role: writes ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER };
  const role = writes ? AccountRole.WRITABLE : AccountRole.READONLY;
  const addressIndex = named === program ? -1 : listed.indexOf(named);
  return addressIndex < 0
    ? { address: named, role }
    : { address: named, role, addressIndex, lookupTableAddress: address(addressTable) };
}

/** What the watcher finds in the treasury for a deposit address. */
async function seenFor(deposit: string): Promise<bigint[]> {
  const tables = new MemorySlotTables();
  const watchUntil = new Date(Date.now() + 91 * dayMs);
  tables.watched.push({ address: deposit, native: true, registeredAt: new Date(), watchUntil });
  const watcher = createWatcher(solanaOf(service), tables.ledger('one'), slotRules, Date.now, async () => {});
  const treasury = await createTreasury([treasuryOf(service)], solanaChain.usdcMint, tokenAccountOf);
  for (let count = 0; count < 3; count++) {
    solanaOf(service).mine();
    await takeSlotStep({ ...watcher, treasury });
  }
  return [...tables.arrivals.values()].map(({ units }) => units);
}

describe('from Solana', () => {
  it('USDC is burnt from the treasury and minted into the vault, also while nodes lag', async () => {
    solanaOf(service).lag(0, 5, 12);
    const id = await begun('solana', 300n * usdc);
    await service.finish(id);
    solanaOf(service).lag(0);
    const { route } = await shown(id);
    expect(route.status, route.failure_message ?? '').toBe('completed');
    expect(route.arrived_units).toBe(String(300n * usdc));
    expect(await sentFor(id)).toEqual(['call 0 completed']);
    expect(await differenceOnSolana(service)).toBe(0n);
    await expectQuiet(service);
  });

  it('a burn that the database forgot is found by the account that it made', async () => {
    const before = await treasuryUnits(service);
    const id = await begun('solana', 40n * usdc);
    await untilSent(id);
    solanaOf(service).mine(finalityBlocks + 1);
    await forgetSent(service, id);
    await service.finish(id);
    expect((await shown(id)).route.status).toBe('completed');
    expect(await treasuryUnits(service)).toBe(before);
    await expectQuiet(service);
  });
});

describe.each(['solana', 'arbitrum'] as const)('a transaction on Solana for a route from %s', (from) => {
  it('that can never land is sent anew, once', async () => {
    const id = await begun(from, 60n * usdc);
    await untilSent(id);
    // In a block that the cluster gives up, with the transaction.
    solanaOf(service).mine();
    solanaOf(service).fork(1);
    solanaOf(service).mine(lifetimeBlocks);
    await service.finish(id);
    expect((await shown(id)).route.status).toBe('completed');
    const what = from === 'solana' ? 'call' : 'next';
    expect(await sentFor(id)).toEqual([`${what} 0 failed`, `${what} 1 completed`]);
    await expectQuiet(service);
  });
});

it('routes from and to Solana end once, with nothing lost and nothing in transit, whenever workers are killed', {
  timeout: 7_200_000,
}, async () => {
  const random = createRandom(`solana routes ${inject('chanceSeed')}`);
  const silent = { ...service.ctx, log: service.ctx.log.child({}, { level: 'silent' }) };
  const newWorker = () => crashing(silent, () => random() < 0.04);
  let worker = newWorker();
  let kills = 0;
  for (let count = 0; count < routes; count++) {
    const id = await begun(count % 2 === 0 ? 'solana' : 'arbitrum', 50n * usdc);
    const status = async () => (await shown(id)).route.status;
    for (let steps = 0; steps < 300 && (await status()) === 'processing'; steps++) {
      const isLate = random() < 0.3;
      service.attestations.behave({
        state: isLate ? 'pending' : 'complete',
        expirationBlock: isLate ? 1n : 0n,
      });
      solanaOf(service).lag(...(random() < 0.3 ? [0, 4, 11] : [0]));
      await service.step({ ctx: worker.ctx }).catch(() => undefined);
      if (worker.hasDied()) {
        kills++;
        worker = newWorker();
      }
      // Blocks with what was sent are given up now and then, and so are transactions.
      if (random() < 0.1) solanaOf(service).fork(2, random() < 0.5 ? 'all' : []);
      if (random() < 0.1) solanaOf(service).mine(lifetimeBlocks);
      // The claim of a worker that was killed ends.
      service.pass(60_000);
    }
    solanaOf(service).lag(0);
    expect(['completed', 'failed'], id).toContain(await status());
    // What landed in a block that was given up lands again, or never.
    solanaOf(service).mine(finalityBlocks + 1);
    await expectQuiet(service);
    if (isLong) process.stdout.write(`${count + 1} routes, ${kills} kills\n`);
  }
  expect(kills).toBeGreaterThan(0);
});
