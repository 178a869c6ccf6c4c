/** A deposit address is named by its index. */
export type KeyName = number | { made: string };

/** Holds the operator's keys: a sealed file on this machine, or a service elsewhere. */
export interface SolanaSigner {
  readonly treasury: string;
  /** Pays fees and rent, so that the treasury holds what the ledger says. Also moves the durable nonces. */
  readonly feePayer: string;
  /** Signs exchanges, and holds what is exchanged within a transaction alone. */
  readonly trader: string;
  /** The address of the account that a call makes. The same name gives the same one. */
  made(name: string): Promise<string>;
  /** Signs the bytes of a message. */
  sign(key: 'treasury' | 'fee payer' | 'trader' | KeyName, message: Uint8Array): Promise<Uint8Array>;
}
