import {
  type CallAccount,
  type CallInstruction,
  fromCallText,
  type SolanaCall,
  toCallText,
} from '../../../../chains/solana/solana-call.ts';
import { tokenAccountOf } from '../../../../chains/solana/token-account.ts';
import { fromBase58 } from '../../../../lib/chains/base58.ts';
import { objectionTo, type Taken } from './check-offer.ts';
import { type JupiterRoute, jupiterProgram, readRoute } from './jupiter.ts';
import { associatedProgram, type Swap, systemProgram, tokenProgram, wrappedMint } from './swap.ts';

/** Rent of the accounts that a swap creates. */
export interface SwapRent {
  empty: bigint;
  token: bigint;
}

const usdcDecimals = 6;
const signer = (address: string): CallAccount => ({ address, signs: true, writes: true });
const written = (address: string | null): CallAccount => ({ address, signs: address === null, writes: true });
const read = (address: string): CallAccount => ({ address, signs: false, writes: false });

/**
 * Builds the transaction of a swap; only Jupiter's instruction comes from the offer. It first creates an account that
 * can be created only once, so that the chain refuses a second swap for the same step. Then it funds the trader.
 */
export async function swapCall(
  swap: Swap,
  { instruction, between, computeUnits, tables, route }: Taken,
  rent: SwapRent,
): Promise<SolanaCall> {
  const { treasury, feePayer, trader, units, isOfSol, source } = swap;
  const wrapped = await tokenAccountOf(trader, wrappedMint);
  const needed = isOfSol ? [wrappedMint] : [swap.mints.from, wrappedMint];
  const funding = isOfSol
    ? [sendSol(treasury, source, units), token([written(source)], '11')]
    : [sendUsdc(swap)];
  return {
    accounts: instruction.accounts,
    data: instruction.data,
    computeUnits,
    tables,
    before: [
      makeOnce(feePayer, rent.empty),
      ...(await Promise.all([...needed, ...between].map((mint) => makeAccount(swap, mint)))),
      ...funding,
    ],
    after: isOfSol
      ? [close(wrapped, feePayer, trader)]
      : // Unwraps the result into the treasury, and returns the account's rent to the fee payer.
        [close(wrapped, treasury, trader), sendSol(treasury, feePayer, rent.token)],
    gains: { token: isOfSol ? 'USDC' : 'SOL', units: route.leastUnits.toString() },
  };
}

/** The Jupiter instruction in a built call; null if there is none. */
export function routeIn(text: string): JupiterRoute | null {
  const call = callIn(text);
  return call && readRoute(call.accounts, Buffer.from(call.data, 'hex'));
}

/** Whether a call is exactly what `swapCall` builds for this swap. */
export async function isSwapCall(text: string, swap: Swap, rent: SwapRent): Promise<boolean> {
  const [call, route] = [callIn(text), routeIn(text)];
  if (!call || !route || objectionTo(call, route, swap) !== null) return false;
  const { accounts, data, computeUnits, tables } = call;
  const own = swap.isOfSol ? 1 : 2;
  const between = call.before
    .filter(({ program }) => program === associatedProgram)
    .slice(own)
    .map((one) => one.accounts[3]?.address ?? '');
  const instruction = { program: jupiterProgram, accounts, data };
  const taken = { instruction, route, between, computeUnits, tables: [...tables] };
  return toCallText(await swapCall(swap, taken, rent)) === text;
}

function callIn(text: string): SolanaCall | null {
  try {
    return fromCallText(text);
  } catch {
    return null;
  }
}

function token(accounts: CallAccount[], data: string): CallInstruction {
  return { program: tokenProgram, accounts, data };
}

/** Creates an account without data that a program owns, so nobody can create it again or remove it. */
function makeOnce(payer: string, lamports: bigint): CallInstruction {
  const data = Buffer.alloc(20);
  data.writeBigUInt64LE(lamports, 4);
  return {
    program: systemProgram,
    accounts: [signer(payer), written(null)],
    data: Buffer.concat([data, fromBase58(tokenProgram) ?? Buffer.alloc(32)]).toString('hex'),
  };
}

async function makeAccount({ feePayer, trader }: Swap, mint: string): Promise<CallInstruction> {
  return {
    program: associatedProgram,
    accounts: [
      signer(feePayer),
      written(await tokenAccountOf(trader, mint)),
      read(trader),
      read(mint),
      read(systemProgram),
      read(tokenProgram),
    ],
    data: '01',
  };
}

function sendSol(from: string, to: string, units: bigint): CallInstruction {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2);
  data.writeBigUInt64LE(units, 4);
  return { program: systemProgram, accounts: [signer(from), written(to)], data: data.toString('hex') };
}

function sendUsdc({ treasury, treasuryTokens, source, mints, units }: Swap): CallInstruction {
  const data = Buffer.alloc(10);
  data.writeUInt8(12);
  data.writeBigUInt64LE(units, 1);
  data.writeUInt8(usdcDecimals, 9);
  return token(
    [written(treasuryTokens), read(mints.from), written(source), { ...signer(treasury), writes: false }],
    data.toString('hex'),
  );
}

function close(account: string, to: string, owner: string): CallInstruction {
  return token([written(account), written(to), { ...signer(owner), writes: false }], '09');
}
