import type { Address } from './chain/block.ts';
import { isLie } from './chain/lies.ts';
import { type ModelChain, normalBaseFee } from './chain/model-chain.ts';
import { isOmission, isOmissionOfSolana } from './chain/omissions.ts';
import { usualUsdcPerEth } from './chain/swap-model.ts';
import { lower } from './chain/vault-model.ts';
import { keptPayIds } from './checks/pay-ids.ts';
import type { Fault } from './faults.ts';
import { operator } from './operator.ts';
import { keepPrices } from './price-history.ts';
import {
  deepDepth,
  hasFinalMoney,
  hasLeavingMoney,
  isLate,
  losable,
  newestMoney,
  readsBlocks,
} from './reorganisations.ts';
import { ordersOf, type Simulation } from './simulation.ts';
import { skipAddresses } from './solana/skipping.ts';
import { applyToSolana, isHarmfulToSolana, isOfSolana } from './solana/solana-disasters.ts';
import { solanaSigner } from './solana/solana-operator.ts';
import type { World } from './world.ts';

/** Whether a fault would change anything now. Those of the chain wait until money is in the newest blocks or on its way. */
export function isHarmful(simulation: Simulation, fault: Fault): boolean {
  const { world } = simulation;
  const { chains, solana } = world;
  const { kind } = fault;
  if (isOfSolana(kind)) return solana !== null && isHarmfulToSolana(solana, kind);
  if (isOmission(kind) && isOmissionOfSolana(kind)) return solana !== null && solana.pool.length > 0;
  const liedOn = isLie(kind) ? quorumChain(world) : undefined;
  if (isLie(kind))
    return liedOn !== undefined && world.lies.isPossible(kind, liedOn, depositsOn(simulation, liedOn));
  return chains.some((chain) => isHarmfulTo(simulation, chain, fault));
}

function isHarmfulTo(simulation: Simulation, chain: ModelChain, { kind, number }: Fault): boolean {
  const { scheduler, prices } = simulation.world;
  switch (kind) {
    case 'reorganisation':
    case 'losing-reorganisation':
      return isLate(number) ? hasLeavingMoney(chain) : newestMoney(chain) !== null;
    case 'reorganisation-in-step':
      return newestMoney(chain) !== null && scheduler.pending.some((op) => readsBlocks(op, chain));
    case 'deep-reorganisation':
      // Money would count at the price of another time.
      return prices.holdsMs === null && hasFinalMoney(chain);
    case 'final-money-lost':
      return prices.holdsMs === null && losable(simulation, chain) !== null;
    case 'omits-logs':
    case 'omits-receipts':
    case 'omits-logs-and-receipts':
      return chain.mempool.length > 0;
    case 'drop-mempool':
    case 'fee-spike':
    case 'foreign-nonce':
      return chain.mempool.some((one) => one.kind === 'signed');
    default:
      return true;
  }
}

/** Faults that happen to the chain, the clock or the database, whatever is under way. */
export async function applyToWorld(simulation: Simulation, fault: Fault): Promise<void> {
  const { world } = simulation;
  const { kind, number } = fault;
  const { clock, trace } = world;
  trace.add(`fault: ${kind} ${number}`);
  if (isOmission(kind)) return world.omissions.start(kind, number, clock.nowMs());
  if (isOfSolana(kind)) return world.solana ? applyToSolana(world.solana, kind, number) : undefined;
  const liedOn = quorumChain(world);
  if (isLie(kind)) {
    if (liedOn)
      trace.add(world.lies.start(kind, liedOn, depositsOn(simulation, liedOn), number, clock.nowMs()));
    return;
  }
  const harmed = world.chains.filter((chain) => isHarmfulTo(simulation, chain, fault));
  const chain = harmed[number % harmed.length];
  if (!chain) return;
  // Deep enough for the money that it is about.
  const { finalAfter } = chain.facts;
  const deepest = isLate(number) ? finalAfter : 1 + (number % finalAfter);
  const depth = Math.max(deepest, newestMoney(chain) ?? 1);
  switch (kind) {
    case 'reorganisation':
      return chain.reorganise(depth, 0, clock.nowMs());
    case 'reorganisation-in-step':
      return chain.reorganise(depth, number % 4 < 2 ? 0 : losses, clock.nowMs());
    case 'losing-reorganisation':
      return chain.reorganise(depth, losses, clock.nowMs());
    case 'deep-reorganisation':
      return chain.reorganiseDeeply(await deepDepth(simulation, chain, 1 + (number % 6)));
    case 'final-money-lost':
      return loseFinal(simulation, chain);
    case 'drop-mempool':
      return chain.dropMempool();
    case 'fee-spike':
      chain.feeLevel = normalBaseFee * BigInt(2 + (number % 20));
      return;
    case 'foreign-nonce':
      return useNonce(chain);
    case 'price-jumps':
      world.prices.change(BigInt(500 + (number % 1000)));
      return keepPrices(world);
    case 'price-vanishes':
      world.prices.change(null);
      return;
    case 'pool-moves':
      chain.world.pool.usdcPerEth = (usualUsdcPerEth * BigInt(9700 + (number % 600))) / 10_000n;
      return;
    case 'recipient-blocked':
      return blockRecipient(simulation, chain, number);
    case 'vault-capped':
      chain.world.limits[number % 2 === 0 ? 'payments' : 'looks'] += 1 + (number % 3);
      return;
    case 'deposit-frozen':
      chain.world.limits.sweeps += 1 + (number % 3);
      return;
    case 'token-takes-fee':
      chain.world.limits.fees += 1 + (number % 3);
      return;
    case 'lease-ends':
      return clock.advance(61_000);
    case 'minutes-pass':
      return clock.advance(60_000 * (1 + (number % 8)));
    case 'clock-back':
      return clock.advance(-(number % 3000));
    case 'restore':
      return restoreBackup(simulation, number);
    default:
      throw new Error(`${kind} happens to an operation`);
  }
}

/** Where customers pay so much that one node is not believed. */
function quorumChain({ chains, hasLarge }: World): ModelChain | undefined {
  return hasLarge ? chains.find(({ facts }) => facts.id === 'optimism') : undefined;
}

function depositsOn(simulation: Simulation, chain: ModelChain): Address[] {
  return ordersOf(simulation).flatMap((order) =>
    order.chain === chain && order.deposit ? [order.deposit.address] : [],
  );
}

/** A customer's money was final, and then it was never paid. */
async function loseFinal(simulation: Simulation, chain: ModelChain): Promise<void> {
  const found = losable(simulation, chain);
  if (!found) return;
  const { payment, depth } = found;
  const more = depth - chain.facts.finalAfter + 1;
  const replaced = await deepDepth(simulation, chain, more);
  if (replaced <= depth) return;
  simulation.world.trace.add(`lost: ${payment.units} at ${payment.to} in ${payment.hash}`);
  chain.reorganiseDeeply(replaced, payment);
}

/** Of the transactions in the blocks of a reorganisation that loses some. */
const losses = 0.6;

/** The issuer of the token blocks the owner's wallet, or one of the customers. */
function blockRecipient({ merchants }: Simulation, chain: ModelChain, number: number): void {
  const payers = [...chain.known.values()].flatMap((one) => (one.kind === 'payment' ? [one.from] : []));
  const wallets = merchants.flatMap(({ owner }) =>
    owner.wallets.flatMap(({ family, address }) => (family === 'evm' ? [lower(address)] : [])),
  );
  const candidates = number % 2 === 0 ? wallets : payers;
  const blocked = candidates[number % Math.max(1, candidates.length)];
  if (blocked) chain.world.blocked.add(blocked);
}

/** Somebody else sends with the operator's key. */
function useNonce(chain: ModelChain): void {
  const nonce = chain.tip.state.counts.get(operator) ?? 0;
  const offer = chain.baseFee * 100n;
  chain.submit({
    kind: 'signed',
    hash: chain.hash(),
    from: operator,
    nonce,
    to: operator,
    data: '0x',
    value: 0n,
    maxFee: offer,
    tip: 1n,
  });
}

/** How often nodes hide what was paid before a backup was restored. */
const blindShare = 0.5;

/** The database of some minutes ago, beside a chain and people that went on. */
async function restoreBackup(simulation: Simulation, number: number): Promise<void> {
  const { world, processes, merchants, visitors, signingCustomers, backups } = simulation;
  const { database } = world;
  const backup = backups.at(-1 - number) ?? backups.at(0);
  if (!backup) return;
  await processes.endAll();
  for (const [id, payId] of await keptPayIds(world)) simulation.lostPayIds.set(id, payId);
  // Until the storm is over, a node may not show what the vaults and the treasury have paid so far.
  simulation.isBlind ||= world.chance.happens(blindShare);
  if (simulation.isBlind) {
    for (const chain of world.chains) chain.hidesPaidUntil = chain.tip.number;
    world.solana?.hidePaidBy(solanaSigner.treasury);
  }
  await database.restore(backup);
  simulation.isRestored = true;
  if (world.solana && !world.plant.forgetsToSkip) await skipAddresses(simulation);
  const kept = await database.query<{ id: string }>(`
    select payment_id as id from deposits union all select payment_id || ' ' || chain || ' ' || token from deposits
    union all select refund_id from refunds
    union all select payout_id from payouts union all select invoice_id from invoices`);
  const cancelled = await database.query<{ id: string }>(
    'select payment_id as id from payments where cancelled_at is not null',
  );
  const known = idsOf(kept);
  for (const { shop, biller, owner } of merchants) {
    shop.forgetAllBut(known, idsOf(cancelled));
    biller.forgetAllBut(known);
    owner.startOver();
  }
  visitors.lostAnswers();
  signingCustomers?.lostAnswers();
}

function idsOf(rows: readonly { id: string }[]): ReadonlySet<string> {
  return new Set(rows.map(({ id }) => id));
}
