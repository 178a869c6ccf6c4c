import type { World } from '../world.ts';
import { noteQuote, type PaymentOption, type Quoted, quotedBetween } from './payment-option.ts';

/** What a customer was told to pay, and where. */
export type Told = Quoted & { address: string };

interface Payable {
  paymentId: string;
  expiresAtMs: number;
  options: PaymentOption[];
}

const decimals: Record<string, number> = { USDC: 6, ETH: 18, SOL: 9 };

/** Chooses a way to pay, or asks again for what it costs now. */
export function openDeposit(
  { clock, prices }: World,
  ask: (path: string, body: object, then: (data: Record<string, unknown>) => void) => void,
  order: Payable,
  option: { chain: string; token: string },
  then: (told: Told) => void,
): void {
  const { paymentId, expiresAtMs } = order;
  const askedAt = prices.now;
  const askedMs = clock.nowMs();
  ask(`/payments/${paymentId}/deposits`, option, (data) => {
    const untilMs = Date.parse(String(data['quote_expires_at']));
    const quoted: Quoted = {
      units: unitsOf(String(data['token_amount']), decimals[option.token] ?? 0),
      askedAt,
      answeredAt: prices.now,
      from: quotedBetween(askedMs, clock.nowMs(), untilMs, expiresAtMs, prices.holdsMs),
      untilMs,
    };
    noteQuote(order.options, option.chain, option.token, quoted);
    then({ ...quoted, address: String(data['address']) });
  });
}

export function unitsOf(amount: string, places: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}
