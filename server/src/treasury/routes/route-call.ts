import { fromCallText, isSignedBy } from '../../chains/solana/solana-call.ts';
import type { Purpose } from './follow-transfers.ts';
import { objectionTo } from './providers/check-call.ts';
import { approveCall, readAllowance } from './providers/erc20.ts';
import type { Asset, RouteCall, RouteProvider, RouteQuote } from './providers/provider.ts';
import { allowedContracts, type Engine } from './providers/providers.ts';
import { tokenContract } from './providers/route-chain.ts';
import type { RouteStepRow } from './route.ts';
import { stopRoutes } from './route-stops.ts';

/** Maximum attempts at the call of a step. */
export const maxTries = 3;

type Call = Pick<RouteCall, 'chain' | 'to' | 'data' | 'value'>;

type Next = { purpose: Purpose; call: Call } | { objection: string } | { later: string };

/**
 * The operator's next transaction for a step: reset an old allowance, approve, or the call itself. If the call does not
 * match the plan, or does something else on a node, it is not signed and its provider is stopped.
 */
export async function nextCall(engine: Engine, quote: RouteQuote, step: RouteStepRow): Promise<Next> {
  const { operator, environment, providers } = engine;
  const provider = providers.find(({ name }) => name === step.provider);
  if (environment === 'test' && provider) return { purpose: 'call', call: await provider.build(quote) };
  const built = await buildChecked(engine, quote, step);
  if ('objection' in built) return refuse(engine, step, built.objection);
  const { call, here } = built;
  const { chain, approval } = call;
  if (!approval || !here) return { purpose: 'call', call };
  const { token, spender, units } = approval;
  const allowed = await readAllowance(here, token, operator, spender);
  if (allowed === units) {
    const { objection, later } = await rehearse(provider, call, quote);
    if (later !== undefined) return { later };
    return objection === null ? { purpose: 'call', call } : refuse(engine, step, objection);
  }
  // USDT on ethereum refuses to change a non-zero allowance.
  return allowed === 0n
    ? { purpose: 'approve', call: { ...approveCall(token, spender, units), chain } }
    : { purpose: 'reset', call: { ...approveCall(token, spender, 0n), chain } };
}

async function refuse({ ctx }: Engine, step: RouteStepRow, objection: string) {
  ctx.log.error({ routeId: step.route_id, provider: step.provider, objection }, 'a call was refused');
  await stopRoutes(ctx, 'provider', step.provider);
  return { objection: `The call of ${step.provider} was refused. ${objection}` };
}

/** A call that fails on the node is asked for anew, as is one that the node cannot rehearse. */
async function rehearse(
  provider: RouteProvider | undefined,
  call: RouteCall,
  quote: RouteQuote,
): Promise<{ objection: string | null; later?: string }> {
  if (!provider?.rehearse) return { objection: null };
  try {
    return { objection: await provider.rehearse(call, quote) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { objection: null, later: `The call could not be rehearsed on the node: ${why}` };
  }
}

async function buildChecked(engine: Engine, quote: RouteQuote, step: RouteStepRow) {
  const { ctx, providers, chains, solana } = engine;
  const provider = providers.find(({ name }) => name === step.provider);
  const here = chains(step.chain);
  if (!provider || (!here && !solana())) return { objection: 'The provider or the chain is off.' };
  const call = await provider.build(quote);
  const meaning = (await provider.read?.(call)) ?? null;
  const [tokenIn, tokenOut] = [
    tokenOn(engine, { chain: step.chain, token: step.token }),
    tokenOn(engine, { chain: step.to_chain, token: step.to_token }),
  ];
  if (tokenIn === undefined || tokenOut === undefined) return { objection: 'The chain lacks the token.' };
  const allowed = allowedContracts(ctx, step.provider, step.chain);
  const objection = objectionTo(call, meaning, { quote, tokenIn, tokenOut }, allowed);
  return objection === null ? { call, here } : { objection };
}

/**
 * The token's address in the chain's own format; null for native money or a chain that is off, undefined without such a
 * token.
 */
function tokenOn({ chains, solana }: Engine, { chain, token }: Asset): string | null | undefined {
  if (chain === 'solana') return token === 'SOL' ? null : solana()?.chain.usdcMint;
  const here = chains(chain);
  return here ? tokenContract(here, token) : null;
}

/**
 * Why the second transaction of a bridge must not be signed; null if it may. It must neither pay nor approve anything.
 */
export function objectionToNext({ ctx, solana }: Engine, step: RouteStepRow, call: RouteCall): string | null {
  const allowed = allowedContracts(ctx, step.provider, call.chain);
  if (call.chain !== step.to_chain) return `It is for ${call.chain}.`;
  const treasury = call.chain === 'solana' ? solana()?.treasury : undefined;
  const isSpending = treasury !== undefined && isSignedBy(fromCallText(call.data), treasury);
  if (call.value !== 0n || call.approval || isSpending) return 'It would pay.';
  const isAllowed = allowed.some((one) => one.toLowerCase() === call.to.toLowerCase());
  return isAllowed ? null : `${call.to} is not a contract that may be called.`;
}
