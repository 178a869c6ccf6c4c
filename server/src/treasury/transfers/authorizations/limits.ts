/**
 * The most gas that a payment by signature may take. A wallet that is a contract checks its own signatures, and could burn
 * any amount of ours. On arbitrum, gas also pays for data.
 */
export const maxSettleGas = 600_000n;

/** Open batches on a chain. More than of other kinds: each settles one payment only, and stays open until it is final. */
export const maxSettling = 40;

/**
 * Payments of one payer that have a transaction and have not arrived. With one transaction of its own, a payer can make all of
 * them fail at our cost.
 */
export const maxOfPayer = 4;

/** How long an authorization must be valid when its transaction is sent: several blocks, and a replacement. */
export function leastSeconds({ pollMs }: { pollMs: number }): bigint {
  return BigInt(Math.max(30, Math.ceil((15 * pollMs) / 1000)));
}
