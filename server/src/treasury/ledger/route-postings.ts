import type { Posting } from './posting.ts';
import { type MerchantMoney, ours, theirs } from './postings.ts';

type Lines = Posting['lines'];

function posting(money: MerchantMoney, source: string, at: Date, lines: Lines): Posting {
  return { kind: 'route', source, environment: money.environment, at, lines };
}

/** Where we hold it. Test mode has no vault. */
function held(money: MerchantMoney) {
  return ours(money.environment === 'test' ? 'deposit_address' : 'vault', money);
}

/** Who gives it to providers: the operator's address, and on Solana the treasury itself. */
function giver(money: MerchantMoney) {
  const isTreasury = money.environment === 'live' && money.chain === 'solana';
  return isTreasury ? held(money) : ours('operator', money);
}

/** A route was made: its money leaves the balance before anything moves. */
export function routePosting(money: MerchantMoney, routeId: string, at: Date): Posting {
  return posting(money, routeId, at, [
    { account: theirs('merchant_balance', money), units: money.units },
    { account: theirs('in_transit', money), units: -money.units },
  ]);
}

/** The vault has paid the operator's own address. */
export function routeFundedPosting(money: MerchantMoney, source: string, at: Date): Posting {
  return posting(money, source, at, [
    { account: ours('operator', money), units: money.units },
    { account: held(money), units: -money.units },
  ]);
}

/** The operator's address, or the treasury, has given it to a provider. */
export function routeGivenPosting(money: MerchantMoney, source: string, at: Date): Posting {
  return posting(money, source, at, [
    { account: ours('trading', money), units: money.units },
    { account: giver(money), units: -money.units },
  ]);
}

/** The provider has given something else for it, which is in the vault. */
export function routeArrivedPosting(
  given: MerchantMoney,
  arrived: MerchantMoney,
  source: string,
  at: Date,
): Posting {
  return posting(given, source, at, [
    { account: theirs('in_transit', given), units: given.units },
    { account: ours('trading', given), units: -given.units },
    { account: held(arrived), units: arrived.units },
    { account: theirs('in_transit', arrived), units: -arrived.units },
  ]);
}

/** The provider has given it back, to where it came from. What it kept is the merchant's loss. */
export function routeReturnedPosting(
  given: MerchantMoney,
  returned: bigint,
  source: string,
  at: Date,
): Posting {
  const kept = given.units - returned;
  return posting(given, source, at, [
    { account: giver(given), units: returned },
    { account: ours('trading', given), units: -given.units },
    ...(kept === 0n ? [] : [{ account: theirs('in_transit', given), units: kept }]),
  ]);
}

/** The operator's address has sent it back to the vault. */
export function routeBackPosting(money: MerchantMoney, source: string, at: Date): Posting {
  return posting(money, source, at, [
    { account: held(money), units: money.units },
    { account: ours('operator', money), units: -money.units },
  ]);
}

/** The route has ended: its money, whatever it is now, is in the balance. */
export function routeEndedPosting(money: MerchantMoney, routeId: string, at: Date): Posting {
  return posting(money, `${routeId}:end`, at, [
    { account: theirs('in_transit', money), units: money.units },
    { account: theirs('merchant_balance', money), units: -money.units },
  ]);
}
