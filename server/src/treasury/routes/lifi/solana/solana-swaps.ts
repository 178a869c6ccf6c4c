import { toCallText } from '../../../../chains/solana/solana-call.ts';
import { tokenAccountBytes } from '../../../../chains/solana/token-account.ts';
import type { SolanaTransaction } from '../../../../chains/solana/transaction.ts';
import { callInstructions, tablesOf } from '../../../transfers/solana/messages/call-transaction.ts';
import { unsignedTransaction } from '../../../transfers/solana/messages/transfer-messages.ts';
import { objectionToLength } from '../../../transfers/solana/rehearse-call.ts';
import { refusal } from '../../providers/bridge-chain.ts';
import type {
  CallMeaning,
  QuoteInput,
  RouteCall,
  RouteProvider,
  RouteQuote,
} from '../../providers/provider.ts';
import type { RouteSolana } from '../../providers/route-chain.ts';
import { queryOf, readOffer } from './ask-offer.ts';
import { checkOffer, type Taken } from './check-offer.ts';
import { jupiterProgram } from './jupiter.ts';
import { readOffered } from './offered-transaction.ts';
import { RefusedOffer } from './refused-offer.ts';
import { type Swap, swapOf } from './swap.ts';
import { isSwapCall, routeIn, type SwapRent, swapCall } from './write-call.ts';

const lamportsPerSignature = 5000n;
/** Fee payer, treasury, trader, and the account that can be created once. */
const signatures = 4n;
/** Highest priority fee in lamports: see `budgetInstructions`. */
const priority = 280_000n;

type Ask = (query: URLSearchParams) => Promise<unknown>;

/**
 * Swaps between SOL and USDC on Solana by Jupiter, as LI.FI offers them. Only Jupiter's instruction is used of an
 * offered transaction, after every instruction was checked: see `check-offer.ts`.
 */
export function createSolanaSwaps(solana: RouteSolana, ask: Ask) {
  const rent = async (): Promise<SwapRent> => ({
    empty: await solana.node.rentFor(0),
    token: await solana.node.rentFor(tokenAccountBytes),
  });

  /** Throws if this swap is not supported. */
  async function swapFor(input: Pick<QuoteInput, 'from' | 'to' | 'units'>): Promise<Swap> {
    const swap = await swapOf(solana, solana.trader, input);
    if (!swap) throw new Error('only SOL and USDC are exchanged on Solana');
    return swap;
  }

  async function taken(swap: Swap, text: string): Promise<Taken> {
    return checkOffer(await readOffered(solana.node, text), swap);
  }

  return {
    async quote(input: QuoteInput): Promise<ReturnType<typeof refusal> | Omit<RouteQuote, 'expiresAt'>> {
      if (input.units <= 0n) return refusal('too_small', 'There is nothing to exchange.');
      const swap = await swapFor(input);
      const answer = await ask(queryOf(swap));
      try {
        const offer = readOffer(answer, swap);
        const found = await taken(swap, offer.data);
        const needed = await rent();
        const call = await swapCall(swap, found, needed);
        const tooLong = await objectionToSize(solana, call);
        if (tooLong !== null) return refusal('not_allowed', `LI.FI’s quote was refused: ${tooLong}`);
        const { quotedUnits, leastUnits } = found.route;
        if (leastUnits < offer.leastUnits) throw new RefusedOffer('its call accepts less than it says');
        return {
          provider: 'lifi',
          input,
          expectedUnits: quotedUnits,
          leastUnits,
          feeUnits: offer.feeUnits,
          gas: [{ chain: 'solana', units: signatures * lamportsPerSignature + priority + needed.empty }],
          expectedSeconds: offer.seconds,
          notes: { tool: offer.tool, data: offer.data },
        };
      } catch (error) {
        if (!(error instanceof RefusedOffer)) throw error;
        return refusal('not_allowed', `LI.FI’s quote was refused: ${error.message}.`);
      }
    },

    /** Checks the offer and its lookup tables again, since the quote may come from the database. */
    async build({ input, notes, leastUnits }: RouteQuote): Promise<RouteCall> {
      const swap = await swapFor(input);
      const found = await taken(swap, String(notes['data']));
      if (leastUnits > found.route.leastUnits) throw new Error('the call accepts less than the route');
      const call = await swapCall(swap, found, await rent());
      const value = swap.isOfSol ? swap.units : 0n;
      return { chain: 'solana', to: jupiterProgram, data: toCallText(call), value, approval: undefined };
    },

    async read(call: RouteCall): Promise<CallMeaning | null> {
      const route = call.to === jupiterProgram ? routeIn(call.data) : null;
      if (!route) return null;
      const [sol, other] = [
        { chain: 'solana', token: 'SOL' },
        { chain: 'solana', token: 'USDC' },
      ] as const;
      const way = call.value > 0n ? { from: sol, to: other } : { from: other, to: sol };
      const swap = await swapFor({ ...way, units: route.units });
      if (!(await isSwapCall(call.data, swap, await rent()))) return null;
      const { units, leastUnits } = route;
      const usdc = solana.chain.usdcMint;
      const [tokenIn, tokenOut] = swap.isOfSol ? [null, usdc] : [usdc, null];
      return { tokenIn, tokenOut, units, leastUnits, recipient: swap.treasury };
    },

    status: (async ({ input }, sent) => {
      const swap = await swapFor(input);
      const transaction = await solana.reads.transaction(sent);
      if (!transaction) return { state: 'waiting' };
      const units = transaction.isFailed ? 0n : arrivedIn(transaction, swap);
      if (units <= 0n)
        return { state: 'unknown', text: `The exchange ${sent} brought nothing into the treasury.` };
      return { state: 'arrived', transactionHash: sent, logIndex: null, units };
    }) satisfies RouteProvider['status'],
  };
}

/** The treasury's gain in a transaction. */
function arrivedIn(transaction: SolanaTransaction, { isOfSol, treasury, treasuryTokens }: Swap): bigint {
  const { keys, before, after, tokensBefore, tokensAfter } = transaction;
  if (!isOfSol) {
    const index = keys.indexOf(treasury);
    return (after[index] ?? 0n) - (before[index] ?? 0n);
  }
  const unitsIn = (list: SolanaTransaction['tokensAfter']) =>
    list.find(({ account }) => account === treasuryTokens)?.units ?? 0n;
  return unitsIn(tokensAfter) - unitsIn(tokensBefore);
}

/** Builds the transaction with a placeholder account, since only its length matters. */
async function objectionToSize(
  { node, feePayer }: RouteSolana,
  call: Awaited<ReturnType<typeof swapCall>>,
): Promise<string | null> {
  const instructions = callInstructions(call, jupiterProgram, anyAddress, 0n);
  const extras = { tables: await tablesOf(node, call) };
  return objectionToLength(
    unsignedTransaction({ feePayer }, instructions, await node.blockhash(), extras).raw,
  );
}

const anyAddress = 'SysvarS1otHashes111111111111111111111111111';
