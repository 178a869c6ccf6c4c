import type { ChainId } from '../../lib/chains/registry.ts';
import type { Environment } from '../../lib/environment.ts';
import { proportionOf } from '../../lib/money.ts';
import type { AccountKind, Posting } from './posting.ts';

/** An amount of one token on one chain, for a merchant. */
export interface MerchantMoney {
  environment: Environment;
  merchantId: string;
  chain: ChainId;
  token: string;
  units: bigint;
}

/** The money of a row that a merchant owns: a refund, payout, unapplied fund. */
export function merchantMoney(row: {
  environment: Environment;
  merchant_id: string;
  chain: ChainId;
  token: string;
  token_units: string;
}): MerchantMoney {
  const { environment, merchant_id: merchantId, chain, token, token_units } = row;
  return { environment, merchantId, chain, token, units: BigInt(token_units) };
}

/** Where money arrived: at a deposit address, or in the treasury, which is the vault on Solana. */
type MoneyPlace = 'deposit_address' | 'vault';

const wholeBps = 10_000n;

/** The source of an arrival's postings, after it was taken out of the ledger so many times. */
export function sourceAfter(arrivalId: string, reversals: number): string {
  return reversals === 0 ? arrivalId : `${arrivalId}:${reversals + 1}`;
}

/** Money arrived for a merchant. It is nobody's balance until a payment takes it. */
export function arrivalPosting(
  money: MerchantMoney,
  source: string,
  at: Date,
  place: MoneyPlace = 'deposit_address',
): Posting {
  const { environment, units } = money;
  const lines = [
    { account: ours(place, money), units },
    { account: theirs('unapplied', money), units: -units },
  ];
  return { kind: 'arrival', source, environment, at, lines };
}

/** Takes an arrival back, and what a payment took of it with the fee on that. The source is that of its arrival. */
export function reversalPosting(
  money: MerchantMoney,
  taken: { applied: bigint; fee: bigint },
  source: string,
  at: Date,
  place: MoneyPlace = 'deposit_address',
): Posting {
  const { environment, units } = money;
  const { applied, fee } = taken;
  const lines = [
    { account: ours(place, money), units: -units },
    { account: theirs('unapplied', money), units: units - applied },
    { account: theirs('merchant_balance', money), units: applied - fee },
    { account: ours('fee_income', money), units: fee },
  ];
  return { kind: 'reversal', source, environment, at, lines };
}

/** The operator's fee on an amount, rounded down. */
export function feeOn(units: bigint, feeBps: bigint): bigint {
  return proportionOf(units, feeBps, wholeBps);
}

/** A payment took money, which is the merchant's now, less the operator's fee. */
export function completionPosting(money: MerchantMoney, feeBps: bigint, source: string, at: Date): Posting {
  const { environment, units } = money;
  const fee = feeOn(units, feeBps);
  const lines = [
    { account: theirs('unapplied', money), units },
    { account: theirs('merchant_balance', money), units: fee - units },
    { account: ours('fee_income', money), units: -fee },
  ];
  return { kind: 'completion', source, environment, at, lines };
}

/** The money of a refund. The operator gives `fee` of it back; the rest is the merchant's. */
export interface RefundMoney extends MerchantMoney {
  fee: bigint;
}

/** Who pays a refund: negative units give it back. */
function refundPayers(money: RefundMoney, sign: 1n | -1n): Posting['lines'] {
  const { units, fee } = money;
  return [
    { account: theirs('merchant_balance', money), units: sign * (units - fee) },
    { account: ours('fee_income', money), units: sign * fee },
  ];
}

/** A refund is covered: its money leaves the merchant's balance before anything is sent. */
export function refundPosting(
  money: RefundMoney,
  refundId: string,
  at: Date,
  kind: 'refund' | 'restored' = 'refund',
): Posting {
  const { environment, units } = money;
  const lines = [...refundPayers(money, 1n), { account: theirs('refunding', money), units: -units }];
  return { kind, source: refundId, environment, at, lines };
}

/** A refund left. Test mode has no vault. */
export function refundSentPosting(money: RefundMoney, refundId: string, at: Date): Posting {
  const { environment, units } = money;
  const lines = [
    { account: theirs('refunding', money), units },
    { account: ours(environment === 'test' ? 'deposit_address' : 'vault', money), units: -units },
  ];
  return { kind: 'refund', source: `${refundId}:sent`, environment, at, lines };
}

/** A refund failed: its money is back in the balance. */
export function refundBackPosting(money: RefundMoney, refundId: string, at: Date): Posting {
  const { environment, units } = money;
  const lines = [{ account: theirs('refunding', money), units }, ...refundPayers(money, -1n)];
  return { kind: 'refund', source: `${refundId}:back`, environment, at, lines };
}

/** A refund that left was not paid after all. */
export function refundLostPosting(money: RefundMoney, refundId: string, at: Date): Posting {
  const { environment, units } = money;
  const lines = [
    { account: ours(environment === 'test' ? 'deposit_address' : 'vault', money), units },
    ...refundPayers(money, -1n),
  ];
  return { kind: 'refund', source: `${refundId}:lost`, environment, at, lines };
}

/**
 * Unapplied money was sent back. If its arrival is not in the ledger any more, because the chain took it back, the
 * merchant pays for it, whatever its balance: that is part of the reversal.
 */
export function returnPosting(
  money: MerchantMoney,
  from: 'unapplied' | 'merchant_balance',
  source: string,
  at: Date,
): Posting {
  const { environment, units } = money;
  const lines = [
    { account: theirs(from, money), units },
    { account: ours(environment === 'test' ? 'deposit_address' : 'vault', money), units: -units },
  ];
  return { kind: from === 'unapplied' ? 'return' : 'reversal', source, environment, at, lines };
}

/** What was returned was not paid after all: it is the merchant's. */
export function returnBackPosting(money: MerchantMoney, source: string, at: Date): Posting {
  const back = returnPosting({ ...money, units: -money.units }, 'merchant_balance', `${source}:back`, at);
  return { ...back, kind: 'return' };
}

/**
 * A payment left that nobody here asked for, as the operator has explained it: for a merchant, whose balance may fall below
 * nothing by it, or for nobody.
 */
export function unknownPaidPosting(
  money: Omit<MerchantMoney, 'merchantId'> & { merchantId: string | null },
  source: string,
  at: Date,
): Posting {
  const { environment, merchantId, units } = money;
  const account =
    merchantId === null ? ours('outside', money) : theirs('merchant_balance', { ...money, merchantId });
  const lines = [
    { account, units },
    { account: ours('vault', money), units: -units },
  ];
  return { kind: 'restored', source, environment, at, lines };
}

/** Somebody sent money to the vault or the treasury for no payment, and the operator takes it as its own. */
export function surplusPosting(money: Omit<MerchantMoney, 'merchantId'>, source: string, at: Date): Posting {
  const { environment, units } = money;
  const lines = [
    { account: ours('vault', money), units },
    { account: ours('fee_income', money), units: -units },
  ];
  return { kind: 'surplus', source, environment, at, lines };
}

/** Money moved between the treasury on Solana and the cold address: to it, or back. It stays whose it was. */
export function coldPosting(
  kind: 'cold' | 'refill',
  money: Omit<MerchantMoney, 'merchantId'>,
  source: string,
  at: Date,
): Posting {
  const units = kind === 'cold' ? money.units : -money.units;
  const lines = [
    { account: ours('cold', money), units },
    { account: ours('vault', money), units: -units },
  ];
  return { kind, source, environment: money.environment, at, lines };
}

/** Unapplied money became the merchant's, less the operator's fee. */
export function creditPosting(money: MerchantMoney, fee: bigint, source: string, at: Date): Posting {
  const { environment, units } = money;
  const lines = [
    { account: theirs('unapplied', money), units },
    { account: theirs('merchant_balance', money), units: fee - units },
    { account: ours('fee_income', money), units: -fee },
  ];
  return { kind: 'credit', source, environment, at, lines };
}

/** What a transaction of ours cost in the chain's own token. */
export function gasPosting(money: Omit<MerchantMoney, 'merchantId'>, source: string, at: Date): Posting {
  const { environment, units } = money;
  const lines = [
    { account: ours('gas_cost', money), units },
    { account: ours('gas', money), units: -units },
  ];
  return { kind: 'gas', source, environment, at, lines };
}

/** The operator topped up its gas, or something else left its address: then the units are negative. */
export function gasMovedPosting(
  money: Omit<MerchantMoney, 'merchantId' | 'units'>,
  units: bigint,
  source: string,
  at: Date,
): Posting {
  const whole = { ...money, units };
  const lines = [
    { account: ours('gas', whole), units },
    { account: ours('outside', whole), units: -units },
  ];
  return { kind: 'gas', source, environment: money.environment, at, lines };
}

/** A payout was made: its money leaves the merchant's balance before anything is sent. */
export function payoutPosting(money: MerchantMoney, payoutId: string, at: Date): Posting {
  const { environment, units } = money;
  const lines = [
    { account: theirs('merchant_balance', money), units },
    { account: theirs('in_transit', money), units: -units },
  ];
  return { kind: 'payout', source: payoutId, environment, at, lines };
}

/** A payout left. Test mode has no vault. */
export function payoutSentPosting(money: MerchantMoney, payoutId: string, at: Date): Posting {
  const { environment, units } = money;
  const lines = [
    { account: theirs('in_transit', money), units },
    { account: ours(environment === 'test' ? 'deposit_address' : 'vault', money), units: -units },
  ];
  return { kind: 'payout', source: `${payoutId}:sent`, environment, at, lines };
}

/** A payout failed: its money is back in the balance. */
export function payoutBackPosting(money: MerchantMoney, payoutId: string, at: Date): Posting {
  const { environment, units } = money;
  const lines = [
    { account: theirs('in_transit', money), units },
    { account: theirs('merchant_balance', money), units: -units },
  ];
  return { kind: 'payout', source: `${payoutId}:back`, environment, at, lines };
}

/** A payout that left was not paid after all. */
export function payoutLostPosting(money: MerchantMoney, payoutId: string, at: Date): Posting {
  const { environment, units } = money;
  const lines = [
    { account: ours(environment === 'test' ? 'deposit_address' : 'vault', money), units },
    { account: theirs('merchant_balance', money), units: -units },
  ];
  return { kind: 'payout', source: `${payoutId}:lost`, environment, at, lines };
}

/** Money moved from deposit addresses into the vault. It stays whose it was. */
export function sweepPosting(money: Omit<MerchantMoney, 'merchantId'>, sweepId: string, at: Date): Posting {
  const { environment, units } = money;
  const lines = [
    { account: ours('vault', money), units },
    { account: ours('deposit_address', money), units: -units },
  ];
  return { kind: 'sweep', source: sweepId, environment, at, lines };
}

/** A chain abandoned the block of a sweep. The source is that of the sweep's posting. */
export function sweepBackPosting(
  money: Omit<MerchantMoney, 'merchantId'>,
  source: string,
  at: Date,
): Posting {
  return sweepPosting({ ...money, units: -money.units }, `${source}:back`, at);
}

/** SOL that the fee payer put into the treasury on Solana for its rent. It is nobody's balance. */
export function reservePosting(units: bigint, at: Date): Posting {
  const money = { environment: 'live', chain: 'solana', token: 'SOL' } as const;
  const lines = [
    { account: ours('vault', { ...money, units }), units },
    { account: ours('gas', { ...money, units }), units: -units },
  ];
  return { kind: 'gas', source: 'treasury reserve', environment: 'live', at, lines };
}

export function theirs(kind: AccountKind, { merchantId, environment, chain, token }: MerchantMoney) {
  return { kind, merchantId, environment, chain, token };
}

export function ours(kind: AccountKind, { environment, chain, token }: Omit<MerchantMoney, 'merchantId'>) {
  return { kind, merchantId: null, environment, chain, token };
}
