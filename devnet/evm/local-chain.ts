import { createHash } from 'node:crypto';
import { type Hash, type Hex, keccak256, toHex } from 'viem';
import { type Branch, readBranch } from './branch.ts';
import { chainSpecs, type EvmChain } from './chain-specs.ts';
import { genesisCode } from './contracts.ts';
import { ask, createProvider, type RpcAnswer, type RpcProblem } from './edr-provider.ts';
import { createQueue } from './queue.ts';
import { setupWallet, wallets } from './wallets.ts';

/** A refusal of the node, with its code. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor({ code, message, data }: RpcProblem) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export interface Reorg {
  /** Transactions that the new branch includes, in its first block: these, or those of the orphaned blocks. Default: none. */
  keep?: readonly Hash[] | 'all' | ((orphaned: Hash) => boolean) | undefined;
  /** Length of the new branch. Default: one block longer than the old one. */
  length?: number | undefined;
}

export interface LocalChain {
  name: EvmChain;
  chainId: number;
  /** The newest block's number. */
  head(): number;
  /** Calls the node itself, past all faults, also its development methods. Throws RpcError. */
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
  ask(method: string, params: readonly unknown[]): Promise<RpcAnswer>;
  /** Runs `work` while nothing else changes or reads this chain. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Only within `exclusive`. Returns the transaction's hash. */
  send(raw: Hex): Promise<Hash>;
  /** Only within `exclusive`. */
  mineNow(blocks: number, at?: Date): Promise<void>;
  mine(blocks?: number, at?: Date): Promise<void>;
  reorg(depth: number, options?: Reorg): Promise<void>;
  /** Forgets a transaction that is not mined. False if the pool does not hold it. */
  drop(hash: Hash): Promise<boolean>;
  /** What the last reorganisation replaced. */
  replaced(): Branch | null;
}

/** Raw transactions are kept to include them again after a reorganisation. */
const maxKept = 10_000;

/** `seed` decides the hashes of blocks, together with what they hold and when they are mined. */
export async function createLocalChain(name: EvmChain, seed: string, chainId?: number): Promise<LocalChain> {
  const id = chainId ?? chainSpecs[name].chainId;
  const funded = [...wallets, setupWallet].map(({ address }) => address);
  const provider = await createProvider({ chainId: id, code: genesisCode(name), funded });
  const exclusive = createQueue();
  /** The snapshot that was taken before each block, by its number. */
  const before = new Map<number, unknown>();
  const raws = new Map<Hash, Hex>();
  let head = 0;
  let mined = 0;
  let replaced: Branch | null = null;

  async function request(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const answer = await ask(provider, method, params);
    if ('error' in answer) throw new RpcError(answer.error);
    return answer.result;
  }

  async function send(raw: Hex): Promise<Hash> {
    await request('eth_sendRawTransaction', [raw]);
    const hash = keccak256(raw);
    raws.set(hash, raw);
    for (const oldest of raws.keys()) {
      if (raws.size <= maxKept) break;
      raws.delete(oldest);
    }
    return hash;
  }

  async function mineNow(blocks: number, at?: Date): Promise<void> {
    for (let count = 0; count < blocks; count++) {
      before.set(head + 1, await request('evm_snapshot'));
      // Never the same value twice, also after a revert: two empty blocks on one parent must differ in their hash.
      const entropy = createHash('sha256').update(`${seed} ${name} ${mined++}`).digest('hex');
      await request('hardhat_setPrevRandao', [`0x${entropy}`]);
      await request('evm_mine', at && count === 0 ? [toHex(Math.floor(at.getTime() / 1000))] : []);
      head++;
    }
  }

  async function reorgNow(depth: number, { keep = [], length = depth + 1 }: Reorg): Promise<void> {
    const snapshot = before.get(head - depth + 1);
    if (depth < 1 || snapshot === undefined)
      throw new Error(`${name} has no ${depth} blocks to replace: its head is ${head}.`);
    const branch = await readBranch(request, head - depth, head);
    const orphaned = branch.blocks.flatMap(({ block }) => block.transactions.map(({ hash }) => hash));
    const waiting = await poolOf();
    await request('evm_revert', [snapshot]);
    for (let number = head - depth + 1; number <= head; number++) before.delete(number);
    head -= depth;
    // The revert brought back the pool as it was then, the orphaned transactions among it.
    for (const hash of await poolOf()) await request('hardhat_dropTransaction', [hash]);
    const kept = keep === 'all' ? orphaned : typeof keep === 'function' ? orphaned.filter(keep) : keep;
    for (const hash of kept) await send(rawOf(hash));
    for (const hash of waiting) await send(rawOf(hash)).catch(() => undefined);
    await mineNow(length);
    replaced = branch;
  }

  async function poolOf(): Promise<Hash[]> {
    const pool = (await request('eth_pendingTransactions')) as { hash: Hash }[];
    return pool.map(({ hash }) => hash);
  }

  function rawOf(hash: Hash): Hex {
    const raw = raws.get(hash);
    if (!raw) throw new Error(`${name} has not seen the transaction ${hash}.`);
    return raw;
  }

  return {
    name,
    chainId: id,
    head: () => head,
    request,
    ask: (method, params) => ask(provider, method, params),
    exclusive,
    replaced: () => replaced,
    send,
    mineNow,
    mine: (blocks = 1, at) => exclusive(() => mineNow(blocks, at)),
    reorg: (depth, options = {}) => exclusive(() => reorgNow(depth, options)),
    drop: (hash) =>
      exclusive(async () => (await request('hardhat_dropTransaction', [hash]).catch(() => false)) === true),
  };
}
