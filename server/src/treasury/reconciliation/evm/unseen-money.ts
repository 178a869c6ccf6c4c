import type { Context } from '../../../app/context.ts';
import { encodeBalanceOf } from '../../../chains/evm/multicall.ts';
import type { EvmNode } from '../../../chains/evm/node.ts';
import type { Hex } from '../../../chains/rpc/hex.ts';
import { rescan, watchedNow } from '../../../chains/watching/evm/rescan.ts';
import { lastBlockBefore, marginMs } from '../../../chains/watching/evm/start.ts';
import type { LiveChain } from '../../../chains/watching/live-chain.ts';
import { minuteMs } from '../../../lib/durations.ts';
import { selectFinalBlock } from '../reconcile-store.ts';
import { searchEvm } from './search-evm.ts';
import { selectKnownUnits, selectTurn, selectTurnAddresses, updateTurn } from './unseen-store.ts';

/*
 * The ledger is compared with the sum of addresses where a token is known to have arrived. Money that nobody saw arrive is at
 * others, or beside what is known. So balances of every token are read at every address, some addresses with each
 * comparison, and where one has more than is known, its transfers are searched for and their blocks read again.
 */

/** Comparisons in a day. */
const partsOfDay = 288;
const minAddresses = 100;
/** Of one comparison after a gap: the next one goes on. */
const maxAddresses = 20_000;
/** Without a comparison for so long, workers were away, or the node was: all addresses are looked at, not only some. */
const gapMs = 30 * minuteMs;

interface Unseen {
  address: string;
  registered_at: Date;
  /** A token's symbol, or the contract of one that is never credited. */
  token: string;
  contract: string;
  /** More than is known. */
  units: bigint;
}

/**
 * Looks at the next addresses. Returns how many transfers were found that nobody had seen. What cannot be read of one token, or
 * at one address, must not keep the rest from being looked at. Throws if nothing can be read: then the turn stays.
 */
export async function searchUnseen(ctx: Context, chain: LiveChain, node: EvmNode): Promise<number> {
  const { db, clock } = ctx;
  const final = await selectFinalBlock(db, chain.id);
  if (!final) return 0;
  const now = clock.now();
  const turn = await selectTurn(db, chain.id, now);
  const isGap = turn.at === null || now.getTime() - turn.at.getTime() > gapMs;
  const limit = isGap ? maxAddresses : Math.max(minAddresses, Math.ceil(turn.size / partsOfDay));
  const addresses = await selectTurnAddresses(db, chain.id, now, isGap ? '' : turn.after, limit);
  const block = { number: Number(final.number), hash: final.hash };
  let found = 0;
  const problems: unknown[] = [];
  const assets = assetsOf(chain);
  for (const asset of assets) {
    const all = await unseenAt(ctx, chain, node, block, asset, addresses).catch(async (error: unknown) => {
      if (await isCodeless(node, block, asset)) return [];
      problems.push(error);
      noteUnread(ctx, chain, asset, error);
      return [];
    });
    for (const unseen of all)
      found += await findTransfers(ctx, chain, node, block.number, unseen).catch((error: unknown) => {
        noteUnread(ctx, chain, unseen, error);
        return 0;
      });
  }
  if (problems.length > 0 && problems.length === assets.length) throw problems[0];
  const isWhole = addresses.length < limit;
  await updateTurn(db, chain.id, isWhole ? '' : (addresses.at(-1)?.address ?? ''), now);
  return found;
}

interface Asset {
  token: string;
  contract: string;
}

/** Balances of native money are compared at every look. */
function assetsOf({ tokens, strays }: LiveChain): Asset[] {
  const credited = tokens.flatMap(({ symbol, address }) =>
    address === null ? [] : [{ token: symbol, contract: address }],
  );
  return [...credited, ...strays.map(({ address }) => ({ token: address, contract: address }))];
}

/** Built-in contracts of tokens that are never credited are on no chain of one's own, and on few test networks. */
async function isCodeless(
  node: EvmNode,
  block: { number: number; hash: string },
  { contract }: Asset,
): Promise<boolean> {
  const data = encodeBalanceOf(contract as Hex);
  const [answer] = await node.calls(block, [{ to: contract, data }]).catch(() => []);
  return answer === '0x';
}

function noteUnread(
  { log }: Context,
  chain: LiveChain,
  { token, address }: { token: string; address?: string },
  error: unknown,
): void {
  const details = { err: error, chain: chain.id, token, ...(address === undefined ? {} : { address }) };
  log.error(details, 'could not search addresses for money of a token that was not seen');
}

async function unseenAt(
  { db }: Context,
  chain: LiveChain,
  node: EvmNode,
  block: { number: number; hash: string },
  { token, contract }: Asset,
  addresses: readonly { address: string; registered_at: Date }[],
): Promise<Unseen[]> {
  const names = addresses.map(({ address }) => address);
  if (names.length === 0) return [];
  const balances = await node.balances(block, names, contract);
  const known = await selectKnownUnits(db, chain.id, contract, names, block.number);
  return addresses
    .map((one, index) => ({
      ...one,
      token,
      contract,
      units: (balances[index] ?? 0n) - (known.get(one.address) ?? 0n),
    }))
    .filter(({ units }) => units > 0n);
}

/** Reads the blocks again in which it came. */
async function findTransfers(
  ctx: Context,
  chain: LiveChain,
  node: EvmNode,
  final: number,
  { address, registered_at, token, contract, units }: Unseen,
): Promise<number> {
  const from = await lastBlockBefore(node, registered_at.getTime() - marginMs, 0, final);
  const watched = await watchedNow(ctx, chain, (one) => one === address);
  let found = 0;
  for await (const part of searchEvm(node, { contract, to: address }, from, final))
    for (const number of new Set(part.map(({ block }) => block)))
      for await (const read of rescan(ctx, chain, node, watched, { from: number, to: number }))
        found += read.found;
  const details = { chain: chain.id, address, token, units: units.toString(), transfers: found };
  if (found > 0) ctx.log.warn(details, 'money that was not seen when it came was found at an address');
  else ctx.log.error(details, 'an address has money, and no transfer of it was found');
  return found;
}
