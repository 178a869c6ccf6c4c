/** A deposit address by its index, or an account that a call creates by its name. */
export type KeyName = number | { made: string };

/** Keys that hold money, and may be elsewhere than in the file. */
export type HeldKey = 'treasury' | 'fee payer';

/** Holds the operator's keys: a sealed file on this machine, or a service elsewhere. */
export interface SolanaSigner {
  readonly treasury: string;
  /** Pays fees and rent, so that they do not reduce the treasury. Also advances the durable nonces. */
  readonly feePayer: string;
  /** Signs swaps. Holds money only within their transaction. */
  readonly trader: string;
  /** Where these keys are: `file`, `aws-kms`, … */
  readonly kinds: Readonly<Record<HeldKey, string>>;
  /** The address of the account that a call creates, derived from the name. */
  made(name: string): Promise<string>;
  /** Signs the bytes of a message. */
  sign(key: HeldKey | 'trader' | KeyName, message: Uint8Array): Promise<Uint8Array>;
  /** Signs what can never be a transaction. Throws if it does not sign. */
  probe(key: HeldKey): Promise<void>;
}
