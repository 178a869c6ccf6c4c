import { countIn, listIn, objectIn, textIn } from './transaction.ts';

/** A call of a program, as text: what `data` of an EVM call is there. */
export interface SolanaCall {
  accounts: readonly CallAccount[];
  /** Hex. */
  data: string;
  /** What it may compute. */
  computeUnits: number;
  /** Tables of addresses on the chain. With them, a call with many accounts fits into a transaction. */
  tables: readonly string[];
  /** Instructions of the same transaction. */
  before: readonly CallInstruction[];
  after: readonly CallInstruction[];
  /** The least that the treasury must have more of afterwards; null where nothing comes in. */
  gains: { token: 'SOL' | 'USDC'; units: string } | null;
}

export interface CallInstruction {
  program: string;
  accounts: readonly CallAccount[];
  /** Hex. */
  data: string;
}

export interface CallAccount {
  /** Null for the account that the call makes, whose key is made for it. */
  address: string | null;
  signs: boolean;
  writes: boolean;
}

export function toCallText(call: SolanaCall): string {
  return JSON.stringify(call);
}

/** Throws for any other text. */
export function fromCallText(text: string): SolanaCall {
  const { accounts, data, computeUnits, tables, before, after, gains } = objectIn(JSON.parse(text));
  return {
    accounts: accountsIn(accounts),
    data: textIn(data),
    computeUnits: countIn(computeUnits),
    tables: listIn(tables).map(textIn),
    before: listIn(before).map(instructionIn),
    after: listIn(after).map(instructionIn),
    gains: gains ? gainsIn(gains) : null,
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

/** All accounts that the transaction of a call names. */
export function accountsOf({ accounts, before, after }: SolanaCall): CallAccount[] {
  return [...before, { accounts }, ...after].flatMap((one) => one.accounts);
}

/** Whether an address signs the call. */
export function isSignedBy(call: SolanaCall, who: string): boolean {
  return accountsOf(call).some(({ address, signs }) => signs && address === who);
}
