import type { Base } from './base.ts';
import { ancestor, type ModelBlock } from './chain/block.ts';
import type { NodeView } from './chain/json-rpc.ts';
import { Lies } from './chain/lies.ts';
import { ModelChain } from './chain/model-chain.ts';
import type { RpcFault } from './chain/nodes.ts';
import { Omissions } from './chain/omissions.ts';
import { lower } from './chain/vault-model.ts';
import { chanceFrom } from './chance.ts';
import { type Fault, Faults, isOfSigner } from './faults.ts';
import { Inbox } from './inbox.ts';
import { type EvmName, factsOf, multicall, operator, vault } from './operator.ts';
import type { Plant } from './plants/plant.ts';
import type { Prices } from './prices.ts';
import { SimulatedClock, startMs } from './scheduler/held-time.ts';
import { Scheduler } from './scheduler/scheduler.ts';
import { Trace } from './scheduler/trace.ts';
import type { Wants } from './wants.ts';
import type { World } from './world.ts';

/** Histories in which more blocks must be on top than the watcher reads a second time. */
const deepEvery = 5;

/** The chains, the clock and all that a history is about, before anybody does anything. */
export function createWorld(
  { database, merchants }: Base,
  seed: number,
  names: readonly EvmName[],
  hasLarge: boolean,
  planned: readonly Fault[],
  wants: Wants,
  plant: Partial<Plant>,
  keepsTrace: boolean,
  prices: Prices,
): World {
  const chance = chanceFrom(seed * 2);
  const trace = new Trace(keepsTrace);
  const clock = new SimulatedClock(startMs);
  const open = (name: EvmName) => {
    const chain = new ModelChain(
      factsOf(name, seed % deepEvery === 0, hasLarge),
      chance,
      lower(vault),
      operator,
      startMs - 3_600_000,
    );
    for (let block = 0; block < 5; block++) chain.mine(startMs - 60_000 + block * 2000);
    return chain;
  };
  const chains = names.map(open);
  const omissions = new Omissions();
  const lies = new Lies(seed);
  return {
    seed,
    chance,
    trace,
    scheduler: new Scheduler(trace),
    clock,
    database,
    chains,
    solana: null,
    cold: null,
    isSigning: false,
    hasApprovals: false,
    hasLarge,
    earlyMoney: [],
    earlyPayouts: [],
    screener: null,
    hasRemoteKeys: planned.some(({ kind }) => isOfSigner(kind)),
    faults: new Faults(planned),
    omissions,
    lies,
    wants,
    prices,
    plant,
    viewOf: (url, fault) => {
      const chain = chains.find(({ facts }) => facts.settings.rpcUrls.includes(url));
      if (!chain) throw new Error(`there is no node ${url}`);
      return viewOf(chain, fault, {
        omits: (method, transaction) => omissions.hides(url, method, transaction, clock.nowMs()),
        shows: lies.shownBy(chain, url, clock.nowMs()),
      });
    },
    inboxes: new Map(merchants.map(({ merchantId, secret }) => [merchantId, new Inbox(secret)])),
    mails: [],
    claimLinks: new Map(),
    errors: [],
    starts: 0,
  };
}

const laggingBlocks = 3;

function viewOf(
  chain: ModelChain,
  fault: RpcFault | null,
  wrong: Pick<NodeView, 'omits' | 'shows'>,
): NodeView {
  const { tip, facts } = chain;
  const unindexed = new Set<ModelBlock>();
  if (fault === 'unindexed')
    for (let depth = 0; depth < 2; depth++) {
      const block = ancestor(tip, tip.number - depth);
      if (block) unindexed.add(block);
    }
  return {
    chain,
    chainId: facts.chainId,
    multicall,
    operator,
    head: fault === 'lag' ? (ancestor(tip, tip.number - laggingBlocks) ?? tip) : tip,
    unindexed,
    hidesReceipts: fault === 'no-receipts',
    ...wrong,
    finalizedDepth: facts.finalizedAfter,
    isWorker: false,
  };
}
