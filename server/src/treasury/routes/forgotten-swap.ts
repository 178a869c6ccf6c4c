import { readSentTransaction, type SentTransaction } from '../../chains/evm/sent-transaction.ts';
import type { LiveChain } from '../../chains/watching/live-chain.ts';
import { chains as facts } from '../../lib/chains/registry.ts';
import type { Asset, CallMeaning, RouteQuote } from './providers/provider.ts';
import { allowedContracts, type Engine } from './providers/providers.ts';
import { type RouteChain, tokenContract } from './providers/route-chain.ts';
import { selectKnownHash } from './store.ts';

/** A swap on the chain that the database does not know, made before a backup was restored. */
export interface ForgottenSwap {
  hash: string;
  blockNumber: number;
  from: Asset;
  to: Asset;
  /** Spent by the operator's address. */
  units: bigint;
  /** Received by the vault. */
  arrivedUnits: bigint;
  leastUnits: bigint;
}

/**
 * Reads a swap from the chain, or says why it is not ours. Only the chain counts as evidence, not what the operator
 * enters.
 */
export async function readForgottenSwap(
  engine: Engine,
  chain: LiveChain,
  hash: string,
): Promise<ForgottenSwap | { refused: string }> {
  const { ctx, operator, chains } = engine;
  const here = chains(chain.id);
  if (!here) return { refused: `${chain.id} is not set up.` };
  if (await selectKnownHash(ctx.db, hash))
    return { refused: 'The database knows this transaction: its route goes on by itself.' };
  const sent = await readTransaction(engine, chain, hash);
  if (!sent) return { refused: `${chain.id} does not know this transaction.` };
  if (!sent.mined?.succeeded) return { refused: 'It is not in a block, or it reverted.' };
  if (!isSame(sent.from, operator)) return { refused: `It was sent by ${sent.from}, not by the operator.` };
  const meaning = await meaningOf(engine, chain, sent);
  if (!meaning) return { refused: 'It is not a call of Uniswap as this service writes them.' };
  return swapOf(engine, here, hash, sent.mined.blockNumber, meaning);
}

async function readTransaction(
  { ctx }: Engine,
  chain: LiveChain,
  hash: string,
): Promise<SentTransaction | null> {
  const rpc = ctx.openRpc({ urls: chain.rpcUrls, chainId: chain.chainId, nowMs: ctx.clock.nowMs });
  try {
    return await rpc.run((connection) => readSentTransaction(connection, hash));
  } finally {
    await rpc.close();
  }
}

async function meaningOf(
  { ctx, providers }: Engine,
  { id: chain }: LiveChain,
  { to, data, value }: SentTransaction,
): Promise<CallMeaning | null> {
  const uniswap = providers.find(({ name }) => name === 'uniswap');
  const isAllowed = allowedContracts(ctx, 'uniswap', chain).some((one) => to !== null && isSame(one, to));
  if (!isAllowed || to === null || !uniswap?.read) return null;
  return (await uniswap.read({ chain, to, data, value, approval: undefined })) ?? null;
}

async function swapOf(
  engine: Engine,
  here: RouteChain,
  hash: string,
  blockNumber: number,
  meaning: CallMeaning,
): Promise<ForgottenSwap | { refused: string }> {
  const { vault, providers } = engine;
  const { id: chain } = here.chain;
  if (!isSame(meaning.recipient, vault)) return { refused: `It pays ${meaning.recipient}, not the vault.` };
  const assetOf = (contract: string | null): Asset | undefined =>
    facts[chain].tokens
      .map(({ symbol: token }) => ({ chain, token }))
      .find(({ token }) => {
        const known = tokenContract(here, token);
        return known !== undefined && isSame(known ?? '', contract ?? '');
      });
  const [from, to] = [assetOf(meaning.tokenIn), assetOf(meaning.tokenOut)];
  if (!from || !to) return { refused: 'It exchanges a token that is not set up here.' };
  const { units, leastUnits } = meaning;
  const swap = { hash, blockNumber, from, to, units, leastUnits };
  const quote = quoteOf(engine, swap, leastUnits);
  const status = await providers.find(({ name }) => name === 'uniswap')?.status(quote, hash);
  if (status?.state !== 'arrived') return { refused: 'Its receipt shows nothing that arrived in the vault.' };
  return { ...swap, arrivedUnits: status.units };
}

/** Reconstructs a quote for the swap. The original fee is not known. */
export function quoteOf(
  { operator, vault }: Engine,
  { from, to, units, leastUnits }: Omit<ForgottenSwap, 'arrivedUnits'>,
  expectedUnits: bigint,
): RouteQuote {
  return {
    provider: 'uniswap',
    input: { from, to, units, sender: operator, recipient: vault },
    expectedUnits,
    leastUnits,
    feeUnits: 0n,
    gas: [],
    expectedSeconds: 0,
    expiresAt: new Date(0),
    notes: {},
  };
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
