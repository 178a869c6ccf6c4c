import { bloomOf } from '../../../../src/chains/evm/bloom.ts';
import type { EvmNode } from '../../../../src/chains/evm/node.ts';
import type { LogFilter } from '../../../../src/chains/evm/read-logs.ts';
import type { Block, Header, Log } from '../../../../src/chains/rpc/answers.ts';
import { type Hex, toTopic } from '../../../../src/chains/rpc/hex.ts';
import { BlockNotThere, LogsMissing } from '../../../../src/chains/rpc/rpc-error.ts';
import { ancestor, type ModelBlock, type ModelChain, type ModelLog } from './model-chain.ts';
import { flushTopic, transferTopic, vault } from './model-money.ts';

/** One of several nodes behind one address. */
export interface Backend {
  tip: ModelBlock;
  /** Blocks for which it has no logs yet, although it has the block. */
  missesLogsOf(block: ModelBlock): boolean;
}

export interface Faults {
  /** The node that answers the next call. */
  pick(): Backend;
  /** Whether the parts of one batch are answered by different nodes. */
  splits(): boolean;
  /** Throws now and then. Called before each answer. */
  fail(): Promise<void>;
  finalizedDepth: number;
}

/** Reads of the model, as wrong as real nodes can be: lagging, on another branch, with logs missing. */
export function createModelNode(chain: ModelChain, faults: Faults): EvmNode {
  /** All parts of a call from one node, or each from any. */
  function backends(): () => Backend {
    const one = faults.pick();
    return faults.splits() ? () => faults.pick() : () => one;
  }
  const headerAt = (backend: Backend, number: number) => {
    const block = number < 0 ? null : ancestor(backend.tip, number);
    return block && headerOf(chain, block);
  };
  const finalizedOf = (backend: Backend) => headerAt(backend, backend.tip.number - faults.finalizedDepth);
  const has = (backend: Backend, block: { number: number; hash: string }) =>
    ancestor(backend.tip, block.number)?.hash === block.hash;
  const logsIn = (backend: Backend, block: ModelBlock, filters: readonly LogFilter[]) =>
    backend.missesLogsOf(block)
      ? []
      : chain.logsOf(block).flatMap((log) => matching(logOf(block, log), filters));
  const find = (backend: Backend, block: { hash: string; number?: number }) => {
    for (let at: ModelBlock | null = backend.tip; at; at = at.parent) if (at.hash === block.hash) return at;
    throw new BlockNotThere('unknown block');
  };

  return {
    chainId: async () => 1,
    async view(ownNumber, withFinalized) {
      await faults.fail();
      const next = backends();
      return {
        own: headerAt(next(), ownNumber),
        latest: headerOf(chain, next().tip),
        finalized: withFinalized ? finalizedOf(next()) : null,
      };
    },
    async header(block) {
      await faults.fail();
      const backend = faults.pick();
      if (block === 'latest') return headerOf(chain, backend.tip);
      return block === 'finalized' ? finalizedOf(backend) : headerAt(backend, block);
    },
    async blocks(from, to, withTransactions) {
      await faults.fail();
      const next = backends();
      const blocks: Block[] = [];
      for (let number = from; number <= to; number++) {
        const block = ancestor(next().tip, number);
        if (!block) break;
        const { length } = block.transactions;
        const transactions = withTransactions ? valuesOf(block) : null;
        blocks.push({ ...headerOf(chain, block), transactions, isEmpty: length === 0 });
      }
      return blocks;
    },
    async logsOf(hashes, filters) {
      await faults.fail();
      const next = backends();
      return hashes.flatMap((hash) => {
        const backend = next();
        return logsIn(backend, find(backend, { hash }), filters);
      });
    },
    async logsBetween(from, to, filters) {
      await faults.fail();
      const next = backends();
      const backend = next();
      const logs: Log[] = [];
      // Ends silently at the node's own head, as real nodes do.
      for (let number = from; number <= Math.min(to.number, backend.tip.number); number++) {
        const block = ancestor(backend.tip, number);
        if (block) logs.push(...logsIn(backend, block, filters));
      }
      await faults.fail();
      if (!has(next(), to)) throw new BlockNotThere('another last block');
      return logs;
    },
    async logsIn(block) {
      await faults.fail();
      const backend = faults.pick();
      const found = find(backend, block);
      if (backend.missesLogsOf(found)) throw new LogsMissing('the logs are not there yet');
      return chain.logsOf(found).map((log) => logOf(found, log));
    },
    async succeeded(block, txHashes) {
      await faults.fail();
      const found = find(faults.pick(), block);
      const good = found.transactions.filter(({ isReverted }) => !isReverted).map(({ hash }) => hash);
      return new Set(txHashes.filter((hash) => good.includes(hash)));
    },
    async balances(block, addresses) {
      await faults.fail();
      const { balances } = find(faults.pick(), block);
      return addresses.map((address) => balances.get(address) ?? 0n);
    },
    calls() {
      throw new Error('the watcher asks no contract');
    },
    async opinions(number) {
      await faults.fail();
      return [headerAt(faults.pick(), number)];
    },
  };
}

const blooms = new WeakMap<ModelBlock, Uint8Array>();

export function headerOf(chain: ModelChain, block: ModelBlock): Header {
  const { number, hash, parent, timeMs } = block;
  const bloom = blooms.get(block) ?? bloomOf(chain.logsOf(block).map((log) => logOf(block, log)));
  blooms.set(block, bloom);
  const parentHash = parent?.hash ?? `0x${'0'.repeat(64)}`;
  return { number, hash, parentHash, time: new Date(timeMs), bloom, receiptsRoot: null };
}

function valuesOf({ transactions }: ModelBlock) {
  return transactions.flatMap(({ hash, from, value }) => (value ? [{ hash, from, ...value }] : []));
}

export function logOf(block: ModelBlock, { index, transaction, transfer, flush }: ModelLog): Log {
  const units = transfer?.units ?? flush?.units ?? 0n;
  return {
    address: transfer?.token ?? vault,
    topics: transfer
      ? [transferTopic, toTopic(transaction.from), toTopic(transfer.to)]
      : [flushTopic, toTopic(flush?.address ?? vault)],
    data: `0x${units.toString(16).padStart(64, '0')}` as Hex,
    blockHash: block.hash,
    blockNumber: block.number,
    txHash: transaction.hash,
    logIndex: index,
  };
}

export function matching(log: Log, filters: readonly LogFilter[]): Log[] {
  return filters.flatMap(({ addresses, topic, receivers }) =>
    addresses.includes(log.address) &&
    log.topics[0] === topic &&
    (receivers === null || receivers.includes(log.topics[2] ?? ''))
      ? [log]
      : [],
  );
}
