import type { MinedTransaction } from '../../../../chains/evm/sender-node.ts';
import { type Hex, parseHash } from '../../../../chains/rpc/hex.ts';
import { finalFor, type TokenTransfer, transfersTo } from '../../providers/bridge-chain.ts';
import type { Asset, RouteStatus } from '../../providers/provider.ts';
import { type RouteChain, tokenContract } from '../../providers/route-chain.ts';

/** A transaction named by LI.FI, and what it must have done to count. */
export interface Claim {
  here: RouteChain;
  asset: Asset;
  /** The address that was paid. */
  owner: string;
  txHash: unknown;
  /** Decimal. Only tells several payments in one transaction apart. */
  amount: unknown;
  /** Its block must not be older than this time, and must be above this number. */
  since: Date;
  after: number;
}

/** Verifies a claim by its receipt. Units come from the transfer on the chain, not from LI.FI. */
export async function evidenceOf(state: 'arrived' | 'returned', claim: Claim): Promise<RouteStatus> {
  const { here, asset, owner } = claim;
  const token = tokenContract(here, asset.token);
  if (!token) return unknown(`the chain keeps no record of ${asset.token} that arrives`);
  const hash = hashIn(claim.txHash);
  if (hash === null) return unknown('it names no transaction');
  const [mined] = await here.node.mined([hash]);
  if (!mined) return { state: 'waiting' };
  const objection = await objectionTo(mined, claim);
  if (objection !== null) return unknown(objection);
  const paid = ownOf(transfersTo(mined.logs, token, owner), claim.amount);
  if (!paid) return unknown(`its transaction ${hash} did not pay ${asset.token} to us`);
  if (mined.blockNumber > (await finalFor(here, asset, paid.units))) return { state: 'waiting' };
  const shown = { transactionHash: hash, units: paid.units };
  return state === 'arrived' ? { ...shown, state, logIndex: paid.logIndex } : { ...shown, state };
}

/** Payments of the vault and sweeps into it are our own transactions, not the end of a bridge. */
async function objectionTo(
  { hash, succeeded, logs, blockNumber }: MinedTransaction,
  { here, since, after }: Claim,
): Promise<string | null> {
  if (!succeeded) return `its transaction ${hash} failed`;
  const vault = here.chain.flushes?.contract.toLowerCase();
  if (logs.some(({ address }) => address === vault)) return `its transaction ${hash} is our own`;
  const header = await here.reads.header(blockNumber);
  if (blockNumber <= after || (header && header.time < since)) return `its transaction ${hash} is older`;
  return null;
}

function ownOf(transfers: readonly TokenTransfer[], amount: unknown): TokenTransfer | undefined {
  if (transfers.length < 2) return transfers[0];
  const same = transfers.filter(({ units }) => units.toString() === amount);
  return same.length === 1 ? same[0] : undefined;
}

function hashIn(value: unknown): Hex | null {
  try {
    return parseHash(value);
  } catch {
    return null;
  }
}

function unknown(why: string): RouteStatus {
  return { state: 'unknown', text: `LI.FI says that the transfer is done, but ${why}.` };
}
