import { countIn, listIn, objectIn, textIn } from './transaction.ts';

/** A call of a program. Stored as JSON text where an EVM call has its `data`. */
export interface SolanaCall {
  accounts: readonly CallAccount[];
  /** Hex. */
  data: string;
  /** Limit of compute units. */
  computeUnits: number;
  /** Address lookup tables, so that a call with many accounts fits into a transaction. */
  tables: readonly string[];
  /** Further instructions in the same transaction, before and after the call. */
  before: readonly CallInstruction[];
  after: readonly CallInstruction[];
  /** Minimum gain of the treasury; null if the call brings nothing in. */
  gains: { token: 'SOL' | 'USDC'; units: string } | null;
}

export interface CallInstruction {
  program: string;
  accounts: readonly CallAccount[];
  /** Hex. */
  data: string;
}

export interface CallAccount {
  /** Null for the account that the call creates, whose key is derived from the transfer's id. */
  address: string | null;
  signs: boolean;
  writes: boolean;
}

export function toCallText(call: SolanaCall): string {
  return JSON.stringify(call);
}

/** Throws if the text is not a call. */
export function fromCallText(text: string): SolanaCall {
  const { accounts, data, computeUnits, tables, before, after, gains } = objectIn(JSON.parse(text));
  return {
    accounts: accountsIn(accounts),
    data: textIn(data),
    computeUnits: countIn(computeUnits),
    tables: listIn(tables).map(textIn),
    before: listIn(before).map(instructionIn),
    after: listIn(after).map(instructionIn),
    gains: gains === null ? null : gainsIn(gains),
  };
}

function accountsIn(value: unknown): CallAccount[] {
  return listIn(value).map((one) => {
    const { address, signs, writes } = objectIn(one);
    return {
      address: address === null ? null : textIn(address),
      signs: signs === true,
      writes: writes === true,
    };
  });
}

function instructionIn(value: unknown): CallInstruction {
  const { program, accounts, data } = objectIn(value);
  return { program: textIn(program), accounts: accountsIn(accounts), data: textIn(data) };
}

function gainsIn(value: unknown): SolanaCall['gains'] {
  const { token, units } = objectIn(value);
  return { token: token === 'SOL' ? 'SOL' : 'USDC', units: textIn(units) };
}

/** All accounts named by the instructions of a call's transaction. */
export function accountsOf({ accounts, before, after }: SolanaCall): CallAccount[] {
  return [...before, { accounts }, ...after].flatMap((one) => one.accounts);
}

/** Whether an address signs the call. */
export function isSignedBy(call: SolanaCall, who: string): boolean {
  return accountsOf(call).some(({ address, signs }) => signs && address === who);
}
