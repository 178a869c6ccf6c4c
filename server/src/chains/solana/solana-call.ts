import { countIn, listIn, objectIn, textIn } from './transaction.ts';

/** A call of a program, as text: what `data` of an EVM call is there. */
export interface SolanaCall {
  accounts: readonly CallAccount[];
  /** Hex. */
  data: string;
  /** What it may compute. */
  computeUnits: number;
  /** A table of addresses on the chain. With it, a call with many accounts fits into a transaction. */
  table: string | null;
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
  const { accounts, data, computeUnits, table } = objectIn(JSON.parse(text));
  return {
    accounts: listIn(accounts).map((one) => {
      const { address, signs, writes } = objectIn(one);
      return {
        address: address === null ? null : textIn(address),
        signs: signs === true,
        writes: writes === true,
      };
    }),
    data: textIn(data),
    computeUnits: countIn(computeUnits),
    table: table === null ? null : textIn(table),
  };
}

/** Whether an address signs the call. */
export function isSignedBy({ accounts }: SolanaCall, who: string): boolean {
  return accounts.some(({ address, signs }) => signs && address === who);
}
