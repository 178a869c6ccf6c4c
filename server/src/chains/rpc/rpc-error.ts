export type RpcProblem =
  /** No connection, a broken one, or an HTTP status other than 200. */
  | 'unreachable'
  | 'timeout'
  /** The caller gave up, because the service stops or its step took too long. */
  | 'aborted'
  /** Not JSON-RPC, or an answer of the wrong shape. */
  | 'garbage'
  /** Too many requests: 429, or the provider's own words for it. */
  | 'rate-limited'
  /** The node refuses this many blocks, results or bytes at once. */
  | 'range-refused'
  | 'topics-refused'
  | 'batch-refused'
  | 'wrong-chain'
  /** Any other error that the node answered. */
  | 'node';

/** A failed request to one RPC URL. URLs contain keys, so only the host is named. */
export class RpcError extends Error {
  override name = 'RpcError';
  readonly problem: RpcProblem;
  readonly host: string;
  /** How long the provider asks to wait. */
  readonly retryAfterMs: number | null;
  /** Blocks per request that the refusal allows, if it says so. */
  readonly allowedBlocks: number | null;
  /** The code of a JSON-RPC error. */
  readonly code: number | null;

  constructor(
    problem: RpcProblem,
    host: string,
    text: string,
    more: { retryAfterMs?: number | null; allowedBlocks?: number | null; code?: number | null } = {},
  ) {
    super(`${host}: ${text}`);
    this.problem = problem;
    this.host = host;
    this.retryAfterMs = more.retryAfterMs ?? null;
    this.allowedBlocks = more.allowedBlocks ?? null;
    this.code = more.code ?? null;
  }
}

/** An answer of the wrong shape. Thrown by parsers; the caller adds the host. */
export class GarbageAnswer extends Error {
  override name = 'GarbageAnswer';
}

/**
 * The node does not have this block, or has another one at its number, so its answer is not about ours. Another node
 * may have it.
 */
export class BlockNotThere extends Error {
  override name = 'BlockNotThere';
}

/** What the node answers about a block's logs does not add up to the block's header. Another node may have them all. */
export class LogsMissing extends BlockNotThere {
  override name = 'LogsMissing';
}
