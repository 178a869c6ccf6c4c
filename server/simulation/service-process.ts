import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { keccak256 } from 'viem/utils';
import { createContext } from '../src/app/compose.ts';
import type { Context } from '../src/app/context.ts';
import type { AppContext } from '../src/app/routes.ts';
import type { Chains } from '../src/chains/chains.ts';
import { createSenderNode, type SenderNode } from '../src/chains/evm/sender-node.ts';
import type { Signer } from '../src/chains/evm/signer.ts';
import { depositAddress } from '../src/chains/evm/vault.ts';
import { createRpc } from '../src/chains/rpc/rpc.ts';
import { liveChains } from '../src/chains/setup/live-chains.ts';
import { walletPayment } from '../src/chains/wallets/solana/solana-wallet-payment.ts';
import type { LiveChain } from '../src/chains/watching/live-chain.ts';
import { createWatchChainTasks } from '../src/chains/watching/tasks.ts';
import type { Clock } from '../src/lib/clock.ts';
import type { Random } from '../src/lib/random.ts';
import { approvalTasks } from '../src/merchants/approvals/tasks.ts';
import { createAuthenticate } from '../src/merchants/keys/authenticate.ts';
import { emailTasks } from '../src/messages/email/tasks.ts';
import { webhookTasks } from '../src/messages/webhooks/tasks.ts';
import { invoiceTasks } from '../src/payments/invoices/tasks.ts';
import { refundTasks } from '../src/payments/refunds/tasks.ts';
import { createScreening } from '../src/payments/screening/screening.ts';
import { screeningTasks } from '../src/payments/screening/tasks.ts';
import { paymentTasks } from '../src/payments/tasks.ts';
import type { ChainsSettings } from '../src/platform/config/chain-settings.ts';
import { parseConfig } from '../src/platform/config/config.ts';
import { defaultPublicLimits } from '../src/platform/http/context.ts';
import type { Task } from '../src/platform/jobs/task.ts';
import { createMetrics } from '../src/platform/metrics/metrics.ts';
import { ledgerTasks } from '../src/treasury/ledger/tasks.ts';
import { settlementTasks } from '../src/treasury/payouts/tasks.ts';
import { fixedRates } from '../src/treasury/prices/fixed-rates.ts';
import { createReconcileTask } from '../src/treasury/reconciliation/reconcile-task.ts';
import { createRouteTask } from '../src/treasury/routes/tasks.ts';
import { createSettlingLane } from '../src/treasury/transfers/authorizations/evm/settling-lane.ts';
import { createSendingLane } from '../src/treasury/transfers/sending-lane.ts';
import { createSolanaSendingLane } from '../src/treasury/transfers/solana/solana-lane.ts';
import { createSendTask } from '../src/treasury/transfers/tasks.ts';
import { createNodes } from './chain/nodes.ts';
import { operatorAccount, settlerAccount, settlingSigner, signer, vault } from './operator.ts';
import { createMailServer } from './people/mail-server.ts';
import { createReceiver } from './people/receiver.ts';
import type { Plant } from './plants/plant.ts';
import { remoteSigner } from './remote-signer.ts';
import { createGatedDb } from './scheduler/gated-db.ts';
import type { Caller } from './scheduler/scheduler.ts';
import { createSolanaNodes } from './solana/solana-nodes.ts';
import { createPoolTask, solanaFrom, solanaLive, solanaSigner } from './solana/solana-operator.ts';
import type { World } from './world.ts';

/** A process from its start until it is killed. */
export interface ServiceProcess {
  caller: Caller;
  ctx: AppContext;
}

/** One for all of them: making it starts observers of the event loop. */
const metrics = createMetrics({ queuedEmails: async () => 0 });

export const config = {
  ...parseConfig({
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    LOG_LEVEL: 'silent',
    PORT: '0',
    ROUTING: 'on',
    EMAILS_PER_DAY: '0',
    // Gas of one is 7 % to 11 % of the smallest payments.
    SETTLER_GAS_BPS: '1500',
  }),
  chains: { solana: solanaFrom },
};

function chainSettings({ chains }: World): ChainsSettings {
  const evm = chains.map(({ facts }) => [facts.id, facts.settings]);
  return { ...config.chains, ...Object.fromEntries(evm) };
}

const oneHourMs = 3_600_000;

/** `beside` is a process that this one lives and dies with. */
export function createServiceProcess(
  world: World,
  name: string,
  beside: Caller | null = null,
): ServiceProcess {
  const caller: Caller = beside ?? { name: `${name}#${world.starts++}`, isDead: false };
  const { scheduler, database, plant } = world;
  const receiver = createReceiver(world, caller);
  const mailServer = createMailServer(world, caller);
  const db = createGatedDb(
    scheduler,
    caller,
    database,
    plant.rewrite ?? ((statement) => statement),
    world.chance,
  );
  const clock = slightlyOff(world);
  const nodes = createNodes(
    scheduler,
    caller,
    (url, fault) => ({ ...world.viewOf(url, fault), isWorker: name !== 'api' }),
    (isAboutFreshLogs) => world.faults.takeRpc(isAboutFreshLogs),
  );
  const solanaNodes = world.solana && createSolanaNodes(world, world.solana, caller);
  const { cold } = world;
  const solanaCold = cold && { address: cold.wallet.address, maxUsd: cold.maxUsd };
  const ctx = createContext({ ...config, chains: chainSettings(world), solanaCold }, '', {
    db,
    clock,
    random: seededRandom(`${world.seed} ${caller.name}${beside ? ' beside' : ''}`),
    log: pino({ level: 'error' }, { write: (line) => void world.errors.push(messageOf(line)) }),
    metrics,
    rates: { test: fixedRates, live: world.prices.rates },
    resolve: async () => [],
    chains: (built) => withAdapter(built, plant),
    // Waits are the simulator's: a request that hangs is one that fails.
    openRpc: (options) => {
      // Solana has no chain id.
      const dispatcher = (options.chainId === undefined && solanaNodes) || nodes;
      return createRpc({ ...options, dispatcher, deadlineMs: oneHourMs, pause: async () => {} });
    },
    sender: plant.sender?.(receiver) ?? receiver,
    mailer: plant.mailer?.(mailServer) ?? mailServer,
    requestsPerMinute: { test: 1_000_000, live: 1_000_000 },
    publicLimits: { ...defaultPublicLimits, changesPerMinute: 1_000_000 },
  });
  ctx.wake = { at() {}, listen: async () => ({ stop: async () => {} }) };
  // Written by timers, and about no money.
  ctx.authenticate = createAuthenticate(db, ctx.clock, () => {});
  ctx.requestLog = { add() {}, flush: async () => {} };
  // Loaded on demand too.
  ctx.liveChains.walletTransaction = (deposit, payer) =>
    walletPayment(ctx.openRpc, solanaLive, clock.nowMs, {
      ...deposit,
      payer,
      treasury: solanaSigner.treasury,
    });
  if (world.screener) ctx.screening = createScreening([world.screener.providerFor(caller)], false);
  plant.prepare?.(ctx);
  return { caller, ctx };
}

/** Clocks of machines differ. */
const mostOffMs = 1000;

function slightlyOff({ clock, chance }: World): Clock {
  const offMs = chance.between(-mostOffMs, mostOffMs);
  const nowMs = () => clock.nowMs() + offMs;
  return { nowMs, now: () => new Date(nowMs()) };
}

/** The adapter loads viem on demand, which takes an unknown time. */
function withAdapter(built: Chains, plant: Partial<Plant>): Chains {
  return {
    ...built,
    adapter(environment, chain) {
      const own = built.adapter(environment, chain);
      return {
        ...own,
        depositAddress: async (paymentId: string) =>
          chain === 'solana' ? own.depositAddress(paymentId) : depositAddress(vault, paymentId),
      };
    },
    report: async (sql, environment, addresses) => {
      const report = await built.report(sql, environment, addresses);
      return plant.report?.(report) ?? report;
    },
  };
}

/** What a worker runs. The chain is taken to be checked, and its price to be known. */
export function createWorkerTasks(world: World, caller: Caller): Task[] {
  const chains = liveChains(chainSettings(world), vault);
  const solana = world.solana && solanaLive;
  return [
    ...(solana ? [createPoolTask()] : []),
    ...createWatchChainTasks(chains, solana),
    ...paymentTasks(),
    createSendTask((ctx) => [
      ...chains.map((chain) => createSendingLane(ctx, chain, vault, signerOf(world, caller, ctx, chain))),
      ...(world.isSigning
        ? chains.map((chain) => createSettlingLane(ctx, chain, vault, settlerOf(world, caller, ctx, chain)))
        : []),
      ...(solana ? [createSolanaSendingLane(ctx, solana, solanaSigner)] : []),
    ]),
    ...webhookTasks().filter(({ name }) => name === 'deliver-webhooks'),
    ...emailTasks().filter(({ name }) => name === 'send-emails'),
    ...(world.screener ? screeningTasks() : []),
    ...(world.hasApprovals ? approvalTasks : []),
    ...refundTasks,
    ...settlementTasks,
    createRouteTask(),
    ...invoiceTasks(),
    ...ledgerTasks,
    createReconcileTask(chains, vault, solana),
  ];
}

/** With the planted bug, if it is about signing. */
function signerOf(world: World, caller: Caller, ctx: Context, chain: LiveChain): Signer {
  const { plant, hasRemoteKeys } = world;
  const own = hasRemoteKeys ? remoteSigner(world, caller, operatorAccount, settlerAccount) : signer;
  return plant.signer?.(own, senderNodeOf(ctx, chain)) ?? own;
}

/** The chain is told who signed: it would take too long to find out from each transaction. */
function settlerOf(world: World, caller: Caller, ctx: Context, chain: LiveChain): Signer {
  const { plant, chains, hasRemoteKeys } = world;
  const own = hasRemoteKeys ? remoteSigner(world, caller, settlerAccount, operatorAccount) : settlingSigner;
  const model = chains.find(({ facts }) => facts.id === chain.id);
  const noting: Signer = {
    ...own,
    sign: async (transaction) => {
      const raw = await own.sign(transaction);
      model?.authorizations.noteSettler(keccak256(raw));
      return raw;
    },
  };
  return plant.settler?.(noting, senderNodeOf(ctx, chain)) ?? noting;
}

function senderNodeOf({ openRpc, clock }: Context, chain: LiveChain): SenderNode {
  const { rpcUrls: urls, chainId } = chain;
  return createSenderNode(openRpc({ urls, chainId, nowMs: clock.nowMs }), chain);
}

function messageOf(line: string): string {
  const { msg, err } = JSON.parse(line);
  return err ? `${msg}: ${err.message}` : msg;
}

/** Bytes from a hash of the seed, so that ids are the same in each run. */
export function seededRandom(seed: string): Random {
  let drawn = 0;
  const bytes = (count: number): Uint8Array => {
    const parts: Buffer[] = [];
    for (let size = 0; size < count; size += 64)
      parts.push(createHash('sha512').update(`${seed} ${drawn++}`).digest());
    return new Uint8Array(Buffer.concat(parts).subarray(0, count));
  };
  return {
    bytes,
    between: (min, max) => min + (Buffer.from(bytes(4)).readUInt32LE() % (Math.floor(max - min) + 1)),
  };
}
