import type { CallInstruction } from '../../../../chains/solana/solana-call.ts';
import { tokenAccountOf } from '../../../../chains/solana/token-account.ts';
import { type JupiterRoute, jupiterProgram, readRoute } from './jupiter.ts';
import type { Offered } from './offered-transaction.ts';
import { RefusedOffer } from './refused-offer.ts';
import {
  associatedProgram,
  computeBudgetProgram,
  type Swap,
  systemProgram,
  tokenProgram,
  wrappedMint,
} from './swap.ts';

/** The parts used of an offered transaction. The rest is built by us. */
export interface Taken {
  instruction: CallInstruction;
  route: JupiterRoute;
  /** Mints of intermediate tokens, for which the trader needs accounts. */
  between: string[];
  computeUnits: number;
  tables: string[];
}

const maxComputeUnits = 1_400_000;
const maxAccounts = 64;
const maxBetween = 3;

/** Throws `RefusedOffer` if an offered transaction does anything but this swap. */
export async function checkOffer(offered: Offered, swap: Swap): Promise<Taken> {
  const { signers, instructions, tables } = offered;
  if (signers.length !== 1 || signers[0] !== swap.trader)
    throw new RefusedOffer(`it would be signed by ${signers.join(', ')}`);
  let computeUnits = maxComputeUnits;
  const between = new Set<string>();
  const exchanges: CallInstruction[] = [];
  for (const one of instructions) {
    if (one.program === jupiterProgram) exchanges.push(one);
    else if (one.program === computeBudgetProgram) computeUnits = limitIn(one) ?? computeUnits;
    else if (one.program === associatedProgram) between.add(await mintOfAccount(one, swap));
    else if (one.program === systemProgram) checkSystem(one, swap);
    else if (one.program === tokenProgram) await checkToken(one, swap);
    else throw new RefusedOffer(`it calls ${one.program}`);
  }
  const [instruction, ...more] = exchanges;
  if (!instruction || more.length > 0) throw new RefusedOffer(`it calls Jupiter ${exchanges.length} times`);
  const route = readRoute(instruction.accounts, Buffer.from(instruction.data, 'hex'));
  if (!route) throw new RefusedOffer('its call of Jupiter cannot be read');
  const objection = objectionTo(instruction, route, swap);
  if (objection !== null) throw new RefusedOffer(objection);
  for (const mint of Object.values(swap.mints)) between.delete(mint);
  if (route.destination !== swap.destination) between.add(swap.mints.to);
  if (between.size > maxBetween) throw new RefusedOffer('it exchanges too often on its way');
  return { instruction, route, between: [...between].sort(), computeUnits, tables };
}

/**
 * Why this Jupiter instruction must not be used; null if it may. Programs that it calls inherit the signatures of the
 * accounts it names, so it may name no signing account of ours but the trader.
 */
export function objectionTo(
  { accounts }: Pick<CallInstruction, 'accounts'>,
  route: JupiterRoute,
  swap: Swap,
): string | null {
  if (accounts.length > maxAccounts) return 'its call of Jupiter names too many accounts';
  const own = [swap.treasury, swap.feePayer, ...(swap.isOfSol ? [] : [swap.treasuryTokens])];
  const named = accounts.find(({ address }) => address === null || own.includes(address));
  if (named) return `its call of Jupiter names ${named.address}`;
  const foreign = accounts.find(({ address, signs }) => signs && address !== swap.trader);
  if (foreign) return `its call of Jupiter is signed by ${foreign.address}`;
  if (route.authority !== swap.trader) return `its call of Jupiter is for ${route.authority}`;
  if (route.source !== swap.source) return `its call of Jupiter takes from ${route.source}`;
  const receiver = route.instead ?? route.destination;
  if (receiver !== swap.destination) return `its call of Jupiter pays ${receiver}`;
  // With a separate receiver, `destination` is only passed through.
  if (route.destination !== swap.destination && route.destination !== swap.ownResult)
    return `its call of Jupiter pays by way of ${route.destination}`;
  if (route.sourceMint !== swap.mints.from || route.destinationMint !== swap.mints.to)
    return 'its call of Jupiter exchanges other tokens';
  if (route.units !== swap.units) return `its call of Jupiter gives ${route.units} units`;
  return route.leastUnits > 0n ? null : 'its call of Jupiter accepts nothing';
}

/** The compute unit limit; null for other budget settings, which we set ourselves. */
function limitIn({ data }: CallInstruction): number | null {
  const bytes = Buffer.from(data, 'hex');
  if (bytes[0] !== 2 || bytes.length !== 5) return null;
  return Math.min(bytes.readUInt32LE(1), maxComputeUnits);
}

/**
 * The mint of a token account that is created for the trader or the treasury. Creating one does no harm beyond its
 * rent.
 */
async function mintOfAccount({ accounts, data }: CallInstruction, swap: Swap): Promise<string> {
  const [, made, owner, mint] = accounts.map(({ address }) => address ?? '');
  const isMaking = data === '' || data === '00' || data === '01';
  const isOurs = owner === swap.trader || owner === swap.treasury;
  if (!isMaking || !isOurs || !mint || made !== (await tokenAccountOf(owner, mint)))
    throw new RefusedOffer(`it makes an account for ${owner}`);
  return mint;
}

/** Allows only wrapping exactly the swapped SOL. */
function checkSystem({ accounts, data }: CallInstruction, { isOfSol, source, trader, units }: Swap): void {
  const [from, to] = accounts.map(({ address }) => address);
  const bytes = Buffer.from(data, 'hex');
  const isTransfer = bytes.length === 12 && bytes.readUInt32LE() === 2;
  if (!isTransfer) throw new RefusedOffer('it changes an account');
  const isWrapping = isOfSol && from === trader && to === source && bytes.readBigUInt64LE(4) === units;
  if (!isWrapping) throw new RefusedOffer(`it sends ${bytes.readBigUInt64LE(4)} lamports to ${to}`);
}

/** What instructions of the token program do, by number, for messages. */
const tokenWords: Record<number, string> = {
  3: 'sends tokens',
  4: 'approves a spender',
  6: 'sets another authority',
  7: 'mints tokens',
  8: 'burns tokens',
  9: 'closes an account',
  12: 'sends tokens',
  13: 'approves a spender',
};
const closing = 9;
const syncing = 17;

/** Allows only syncing the trader's wrapped SOL, and closing its account to the trader. */
async function checkToken({ accounts, data }: CallInstruction, swap: Swap): Promise<void> {
  const [account, to] = accounts.map(({ address }) => address);
  const number = Buffer.from(data, 'hex')[0] ?? -1;
  const isWrapped = account === (await tokenAccountOf(swap.trader, wrappedMint));
  if (number === syncing && isWrapped) return;
  if (number === closing && isWrapped && to === swap.trader) return;
  throw new RefusedOffer(`it ${tokenWords[number] ?? 'uses the token program otherwise'}: ${account}`);
}
