/** An invalid argument of an operator's command. The message says what to do. */
export class MerchantError extends Error {}
