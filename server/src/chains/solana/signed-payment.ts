import { isSignedByPayer, type SignedTransaction } from './signed-transaction.ts';
import { solanaChain } from './solana-chain.ts';
import { tokenAccountOf } from './token-account.ts';

/** What a payment by signature has to be. */
export interface PaymentTerms {
  feePayer: string;
  treasury: string;
  mint: string;
  decimals: number;
  units: bigint;
  /** What the memo says. */
  reference: string;
}

export type Objection =
  | 'UNEXPECTED_TRANSACTION'
  | 'INVALID_SIGNATURE'
  | 'WRONG_TOKEN'
  | 'WRONG_RECIPIENT'
  | 'WRONG_AMOUNT'
  | 'TOO_MUCH_GAS';

const computeBudget = 'ComputeBudget111111111111111111111111111111';
const [memoProgram] = solanaChain.memoPrograms;
/** A transfer with a memo takes less than half of it. */
const maxComputeUnits = 60_000;
/** Millionths of a lamport for each unit. */
const maxUnitPrice = 200_000n;
const lamportsPerSignature = 5000n;
const setLimit = 2;
const setPrice = 3;
const transferChecked = 12;

/** What the transfer of a transaction moves; null if it is none. */
export function unitsOf({ instructions }: SignedTransaction): bigint | null {
  const data = instructions[2]?.data;
  return data?.length === 10 && data[0] === transferChecked ? data.readBigUInt64LE(1) : null;
}

export function memoOf({ instructions }: SignedTransaction): string {
  return instructions[3]?.data.toString('utf8') ?? '';
}

/** Lamports that the fee payer pays for it. */
export function feeOf(signed: SignedTransaction): bigint {
  const { units, price } = budgetOf(signed) ?? { units: 0, price: 0n };
  return BigInt(signed.signers) * lamportsPerSignature + (BigInt(units) * price + 999_999n) / 1_000_000n;
}

/**
 * Why a stranger's transaction must not get the fee payer's signature; null if it may. It may have exactly these
 * instructions, and name exactly their accounts: compute limit, compute price, the transfer of the exact amount from the
 * payer's own token account to the treasury's, and a memo that is the payment's reference. These programs can do nothing
 * else with that, so neither fee payer nor treasury can lose anything but the fee.
 */
export async function objectionTo(signed: SignedTransaction, terms: PaymentTerms): Promise<Objection | null> {
  const { from } = signed;
  if (!isShaped(signed, terms.feePayer)) return 'UNEXPECTED_TRANSACTION';
  const source = await tokenAccountOf(from, terms.mint);
  const destination = await tokenAccountOf(terms.treasury, terms.mint);
  return (
    objectionToTransfer(signed, terms, source, destination) ??
    objectionToAccounts(signed, [from, source, destination, terms]) ??
    objectionToBudget(signed) ??
    (isSignedByPayer(signed) ? null : 'INVALID_SIGNATURE')
  );
}

/** The programs in their order, and who signs. */
function isShaped(signed: SignedTransaction, feePayer: string): boolean {
  const { keys, signers, readonlySigners, hasTables, instructions, from } = signed;
  const { tokenProgram } = solanaChain;
  const programs = [computeBudget, computeBudget, tokenProgram, memoProgram];
  const counts = [0, 0, 4, 0];
  const isOrdered = instructions.every(
    ({ program, accounts }, index) => program === programs[index] && accounts.length === counts[index],
  );
  return (
    isOrdered &&
    instructions.length === programs.length &&
    !hasTables &&
    signers === 2 &&
    readonlySigners === 1 &&
    keys[0] === feePayer &&
    from !== feePayer &&
    instructions.every(({ accounts }) => !accounts.includes(0))
  );
}

function objectionToTransfer(
  signed: SignedTransaction,
  { mint, decimals, units, reference }: PaymentTerms,
  source: string,
  destination: string,
): Objection | null {
  const { keys, instructions, from } = signed;
  const transfer = instructions[2];
  const named = transfer?.accounts.map((place) => keys[place]);
  if (unitsOf(signed) === null) return 'UNEXPECTED_TRANSACTION';
  if (named?.[1] !== mint || transfer?.data[9] !== decimals) return 'WRONG_TOKEN';
  if (named[2] !== destination || memoOf(signed) !== reference) return 'WRONG_RECIPIENT';
  if (unitsOf(signed) !== units) return 'WRONG_AMOUNT';
  return named[0] === source && named[3] === from ? null : 'UNEXPECTED_TRANSACTION';
}

/** Every account has its part in these instructions, once, and is written where it must be. */
function objectionToAccounts(
  { keys, writable }: SignedTransaction,
  [from, source, destination, { feePayer, mint }]: [string, string, string, PaymentTerms],
): Objection | null {
  const written = [feePayer, source, destination];
  const all = [...written, from, mint, solanaChain.tokenProgram, computeBudget, memoProgram];
  const isExpected =
    keys.length === all.length &&
    new Set(keys).size === all.length &&
    keys.every((key, place) => all.includes(key) && writable[place] === written.includes(key));
  return isExpected ? null : 'UNEXPECTED_TRANSACTION';
}

function objectionToBudget(signed: SignedTransaction): Objection | null {
  const budget = budgetOf(signed);
  if (!budget) return 'UNEXPECTED_TRANSACTION';
  return budget.units <= maxComputeUnits && budget.price <= maxUnitPrice ? null : 'TOO_MUCH_GAS';
}

function budgetOf({ instructions }: SignedTransaction): { units: number; price: bigint } | null {
  const [limit, price] = instructions;
  if (limit?.data.length !== 5 || limit.data[0] !== setLimit) return null;
  if (price?.data.length !== 9 || price.data[0] !== setPrice) return null;
  return { units: limit.data.readUInt32LE(1), price: price.data.readBigUInt64LE(1) };
}
