import type { Token } from '../../../lib/chains/registry.ts';
import { parseWalletAddress } from '../../../lib/chains/wallet-addresses.ts';
import type { LogFilter } from '../../evm/read-logs.ts';
import { bloomTest } from '../../evm/shown-logs.ts';
import type { Block, BlockTransaction, Log } from '../../rpc/answers.ts';
import { addressIn, toTopic } from '../../rpc/hex.ts';
import type { BlockRef, NewArrival, NewDeparture } from '../ledger-port.ts';
import type { Finality, LiveChain } from '../live-chain.ts';

/** keccak256 of Transfer(address,address,uint256). */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/**
 * Up to this many addresses the node filters by receiver; above, all transfers of our tokens are read and matched in
 * memory, at a cost that does not grow with the number of addresses.
 */
const maxReceivers = 700;

/** The addresses of ours, by their lower-case form. */
export interface Watched {
  readonly size: number;
  find(lower: string): string | undefined;
  all(): Iterable<string>;
  /** Whether the bloom names an address of ours, as a topic. */
  mayBeIn(bloom: Uint8Array): boolean;
}

/** In busy blocks all transfers are read: that some are answered shows that the node has the block's logs. */
export function transferFilters(chain: LiveChain, watched: Watched, isBusy: boolean): LogFilter[] {
  const { transfers, flushes } = filtersOf(chain);
  const isFiltered = !isBusy && watched.size <= maxReceivers;
  const receivers = isFiltered ? Array.from(watched.all(), toTopic) : null;
  return [...transfers.map((filter) => ({ ...filter, receivers })), ...flushes];
}

/**
 * A test of blooms: whether a log that concerns us may be in the block, a transfer to one of our addresses or a flush. What was
 * answered does not count: a stranger's transfer to an address would vouch for the customer's beside it.
 */
export function mayHideLogs(chain: LiveChain, watched: Watched): (bloom: Uint8Array) => boolean {
  const { transfers, flushes } = filtersOf(chain);
  const mayTransfer = transfers.map(bloomTest);
  const mayFlush = flushes.map(bloomTest);
  return (bloom) =>
    mayFlush.some((test) => test(bloom)) ||
    (mayTransfer.some((test) => test(bloom)) && watched.mayBeIn(bloom));
}

/** Filters for all transfers of our tokens, and for all flushes. */
export function filtersOf({
  tokens,
  strays,
  flushes,
}: LiveChain): Record<'transfers' | 'flushes', LogFilter[]> {
  const contracts = [...tokens, ...strays].flatMap(({ address }) => address?.toLowerCase() ?? []);
  return {
    transfers: contracts.length > 0 ? [{ addresses: contracts, topic: transferTopic, receivers: null }] : [],
    flushes: flushes
      ? [{ addresses: [flushes.contract.toLowerCase()], topic: flushes.topic, receivers: null }]
      : [],
  };
}

/** Transfers to our addresses in these very blocks. Logs of any other block are ignored. */
export function arrivalsIn(
  chain: LiveChain,
  watched: Watched,
  blocks: readonly BlockRef[],
  logs: readonly Log[],
): NewArrival[] {
  const byHash = new Map(blocks.map((block) => [block.hash, block]));
  const assets = assetsOf(chain);
  const found = new Map<string, NewArrival>();
  for (const log of logs) {
    const block = byHash.get(log.blockHash);
    const asset = assets.get(log.address);
    const address = watched.find(addressIn(log.topics[2]) ?? '');
    const units = unitsOf(log);
    if (!block || !asset || !address || !units) continue;
    const identity = `log:${log.logIndex}`;
    found.set(`${block.hash} ${identity}`, {
      kind: 'log',
      identity,
      token: asset.token,
      asset: asset.address,
      address,
      payerAddress: walletAddress(addressIn(log.topics[1])),
      units,
      txHash: log.txHash,
      block,
      logIndex: log.logIndex,
      waitsForFinalized: isLarge(chain.finality, asset.token, units),
    });
  }
  return [...found.values()];
}

/** Transactions to our addresses that carry value, with their blocks. Whether they succeeded is in their receipts. */
export function valueTransfers(
  watched: Watched,
  blocks: readonly Block[],
): { block: Block; transaction: BlockTransaction; address: string }[] {
  return blocks.flatMap((block) =>
    (block.transactions ?? []).flatMap((transaction) => {
      const address = watched.find(transaction.to);
      return address && transaction.units > 0n ? [{ block, transaction, address }] : [];
    }),
  );
}

export function nativeArrival(
  chain: LiveChain,
  { block, transaction, address }: ReturnType<typeof valueTransfers>[number],
): NewArrival {
  const token = nativeToken(chain);
  return {
    kind: 'native',
    identity: `tx:${transaction.hash}`,
    token,
    asset: null,
    address,
    payerAddress: walletAddress(transaction.from),
    units: transaction.units,
    txHash: transaction.hash,
    block: { number: block.number, hash: block.hash, time: block.time },
    logIndex: null,
    waitsForFinalized: isLarge(chain.finality, token, transaction.units),
  };
}

/** Native money that our contract took out of our addresses. */
export function departuresIn<B extends Pick<BlockRef, 'hash'>>(
  { flushes }: LiveChain,
  watched: Pick<Watched, 'find'>,
  blocks: readonly B[],
  logs: readonly Log[],
): NewDeparture<B>[] {
  if (!flushes) return [];
  const contract = flushes.contract.toLowerCase();
  const byHash = new Map(blocks.map((block) => [block.hash, block]));
  const found = new Map<string, NewDeparture<B>>();
  for (const log of logs) {
    const block = byHash.get(log.blockHash);
    if (!block || log.address !== contract || log.topics[0] !== flushes.topic) continue;
    const flush = flushes.read(log);
    const address = watched.find(flush?.address.toLowerCase() ?? '');
    if (!flush || !address || flush.units === 0n) continue;
    const identity = `log:${log.logIndex}`;
    found.set(`${block.hash} ${identity}`, { identity, address, units: flush.units, block });
  }
  return [...found.values()];
}

export function nativeToken(chain: LiveChain): Token | null {
  return chain.tokens.find(({ address }) => address === null)?.symbol ?? null;
}

export function isLarge(finality: Finality, token: Token | null, units: bigint): boolean {
  const from = token === null ? undefined : finality.largeFrom[token];
  return finality.usesTag && from !== undefined && units >= from;
}

function assetsOf(chain: LiveChain): Map<string, { token: Token | null; address: string }> {
  const strays = chain.strays.map(({ address }) => ({ token: null, address }));
  const known = chain.tokens.flatMap(({ symbol, address }) =>
    address === null ? [] : [{ token: symbol, address }],
  );
  return new Map([...strays, ...known].map((asset) => [asset.address.toLowerCase(), asset]));
}

/** Null unless the log is a Transfer of an ERC-20 token: one word of data, three topics. */
export function unitsOf({ topics, data }: Log): bigint | null {
  if (topics[0] !== transferTopic || topics.length !== 3 || data.length !== 66) return null;
  return BigInt(data);
}

/** With its checksum; null for the zero address, which is where minted tokens come from. */
export function walletAddress(lower: string | null): string | null {
  const parsed = lower === null ? null : parseWalletAddress('evm', lower);
  return parsed && 'address' in parsed ? parsed.address : null;
}
