/** A wallet that cannot be used. The message says what to do. In a file of its own: the CLI loads it at every start. */
export class WalletError extends Error {}
