import { parseList, parseObject } from '../../../../chains/rpc/hex.ts';
import { nameIn, parseAmount, secondsIn } from '../offer.ts';
import { RefusedOffer } from './refused-offer.ts';
import { type Swap, systemProgram } from './swap.ts';

/** LI.FI's number of Solana. */
const lifiSolana = 1151111081099710;
/** LI.FI's address for SOL. */
const lifiSol = systemProgram;
/** A fraction: 50 basis points. With more, a good quote could still end below our floor. */
const slippage = '0.005';

/** The trader signs, so it is the sender. Our own instruction unwraps SOL into the treasury. */
export function queryOf({ units, isOfSol, mints, trader, treasury }: Swap): URLSearchParams {
  return new URLSearchParams({
    fromChain: String(lifiSolana),
    toChain: String(lifiSolana),
    fromToken: isOfSol ? lifiSol : mints.from,
    toToken: isOfSol ? mints.to : lifiSol,
    fromAmount: units.toString(),
    fromAddress: trader,
    toAddress: isOfSol ? treasury : trader,
    slippage,
    order: 'CHEAPEST',
    allowExchanges: 'jupiter',
  });
}

/** Throws if the answer does not have LI.FI's documented shape, or differs from the request. */
export function readOffer(answer: unknown, swap: Swap) {
  try {
    return offerIn(answer, swap);
  } catch (error) {
    throw new RefusedOffer(error instanceof Error ? error.message : String(error));
  }
}

function offerIn(answer: unknown, swap: Swap) {
  const { action, estimate, transactionRequest, tool } = parseObject(answer);
  const { fromChainId, toChainId, fromAmount, fromToken, toToken } = parseObject(action);
  const asked = queryOf(swap);
  const said = {
    fromChain: String(fromChainId),
    toChain: String(toChainId),
    fromAmount,
    fromToken: parseObject(fromToken)['address'],
    toToken: parseObject(toToken)['address'],
  };
  for (const [name, value] of Object.entries(said))
    if (value !== asked.get(name)) throw new Error(`it has another ${name}: ${String(value).slice(0, 80)}`);
  const { data } = parseObject(transactionRequest);
  if (typeof data !== 'string' || !/^[\w+/]{1,1700}={0,2}$/.test(data))
    throw new Error('it has no transaction');
  const { executionDuration, feeCosts, toAmountMin } = parseObject(estimate);
  return {
    data,
    tool: nameIn(tool),
    seconds: secondsIn(executionDuration),
    feeUnits: feesIn(feeCosts, swap),
    leastUnits: parseAmount(toAmountMin),
  };
}

/** Fees in the token that is sent. Fees in other tokens reduce the amount that arrives. */
function feesIn(feeCosts: unknown, swap: Swap): bigint {
  const sent = queryOf(swap).get('fromToken');
  return parseList(feeCosts ?? [], parseObject)
    .filter(({ token }) => parseObject(token)['address'] === sent)
    .reduce((sum, { amount }) => sum + parseAmount(amount), 0n);
}
