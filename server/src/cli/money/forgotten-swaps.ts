import type { Context } from '../../app/context.ts';
import { liveChains } from '../../chains/setup/live-chains.ts';
import type { LiveChain } from '../../chains/watching/live-chain.ts';
import { tokenDecimals } from '../../lib/chains/registry.ts';
import { formatUnits } from '../../lib/money.ts';
import { compareEvm } from '../../treasury/reconciliation/reconcile-task.ts';
import { differenceIn } from '../../treasury/reconciliation/reconciliation.ts';
import { bookForMerchant, bookForRoute } from '../../treasury/routes/book-forgotten-swap.ts';
import { type ForgottenSwap, readForgottenSwap } from '../../treasury/routes/forgotten-swap.ts';
import type { Engine } from '../../treasury/routes/providers/providers.ts';
import { ask } from '../ask.ts';
import { UsageError, type Values } from '../command.ts';

/** Shows what the chain says of a swap, compares it with what the ledger lacks, asks, and books it. */
export async function bookSwap(ctx: Context, values: Values, hash: string) {
  const [route, merchant] = [values['route'], values['merchant']];
  if ((route === undefined) === (merchant === undefined))
    throw new UsageError('Say whose swap it was: --route ROUTE_ID or --merchant MERCHANT_ID.');
  await ctx.liveChains.refresh();
  const vault = ctx.liveChains.wallet()?.evm_vault;
  const chain = vault
    ? liveChains(ctx.config.chains, vault).find(({ id }) => id === values['chain'])
    : undefined;
  if (!chain || !vault) throw new UsageError('--chain must be a live EVM chain that is set up here.');
  const { withEngine } = await import('../../treasury/routes/providers/providers.ts');
  const booked = await withEngine(ctx, async (engine) => {
    const swap = orThrow(await readForgottenSwap(engine, chain, hash));
    process.stderr.write(`${describe(swap)}\n`);
    await assertMissing(engine, chain, swap, merchant !== undefined);
    if (!values['yes'] && (await ask('Book it? [y/N] ')) !== 'y') throw new UsageError('Nothing was booked.');
    const { routeId } = orThrow(
      route === undefined
        ? await bookForMerchant(engine, swap, String(merchant))
        : await bookForRoute(ctx, swap, String(route)),
    );
    return { route_id: routeId, tx_hash: hash, block: swap.blockNumber, ...amounts(swap) };
  });
  if (!booked) throw new UsageError('There is no wallet.');
  return booked;
}

/**
 * The chain must have what arrived beyond the ledger, and lack what was given when nothing of it is booked. Otherwise the
 * swap is in the ledger already, or it is not what is missing.
 */
async function assertMissing(
  { ctx, vault }: Engine,
  chain: LiveChain,
  { blockNumber, from, to, units, arrivedUnits }: ForgottenSwap,
  isUnknown: boolean,
): Promise<void> {
  const compared = await compareEvm(ctx, chain, vault);
  if (!compared || compared.blockNumber < blockNumber)
    throw new UsageError(`Block ${blockNumber} is not final, or not read yet. Try again later.`);
  const beyond = (token: string) => {
    const found = compared.comparisons.find((one) => one.token === token);
    return found ? differenceIn(found) : 0n;
  };
  if (beyond(to.token) < arrivedUnits)
    throw new UsageError(
      `The chain has ${beyond(to.token)} units of ${to.token} beyond the ledger, and the swap brought ${arrivedUnits}.`,
    );
  if (isUnknown && -beyond(from.token) < units)
    throw new UsageError(
      `The chain lacks ${-beyond(from.token)} units of ${from.token} of what the ledger says, and the swap took ${units}.`,
    );
}

function describe(swap: ForgottenSwap): string {
  const { gave, got } = amounts(swap);
  return `Block ${swap.blockNumber}: the operator gave ${gave}, and ${got} arrived in the vault.`;
}

function amounts({ from, to, units, arrivedUnits }: ForgottenSwap) {
  const shown = ({ chain, token }: ForgottenSwap['from'], amount: bigint) =>
    `${formatUnits(amount, tokenDecimals(chain, token))} ${token} on ${chain}`;
  return { gave: shown(from, units), got: shown(to, arrivedUnits) };
}

function orThrow<T extends object>(result: T | { refused: string }): T {
  if ('refused' in result) throw new UsageError(result.refused);
  return result;
}
