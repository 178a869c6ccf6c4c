import type { Context } from '../../app/context.ts';
import type { Arrival, Report } from '../../chains/adapter.ts';
import type { Environment } from '../../lib/environment.ts';
import { groupBy } from '../../lib/group-by.ts';
import { feesOf } from '../../merchants/merchants.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { selectDeposits } from '../deposits/deposits.ts';
import type { PaymentRow } from '../payment/payment.ts';
import { holdReturns } from '../unapplied-funds/gone-returns.ts';
import { countUnits } from './count-units.ts';
import { inFirstBlocks } from './sort-arrivals.ts';
import { selectUses, updateReversed } from './store.ts';
import { type CountedArrival, isSameAsset, type Subject, type UsedArrival } from './subject.ts';
import { takeBackGone } from './take-back-arrivals.ts';
import { topUpFees } from './top-up-fees.ts';

/**
 * Reads everything that decides about these payments, once. What a chain took back is taken out of the ledger on the way,
 * since the decisions depend on what is booked. The payments are locked.
 */
export async function loadSubjects(
  ctx: Context,
  tx: Sql,
  payments: readonly PaymentRow[],
): Promise<Subject[]> {
  const feeBpsOf = await feesOf(
    tx,
    payments.map(({ merchant_id }) => merchant_id),
  );
  const ofTopUps = await topUpFees(tx, payments, feeBpsOf);
  const subjects: Subject[] = [];
  for (const [environment, own] of groupBy(payments, (payment) => payment.environment)) {
    const deposits = await selectDeposits(tx, own);
    const report = await reportOn(ctx, tx, environment, deposits);
    const { uses, reversals } = await bookedOf(ctx, tx, environment, own, deposits, report.arrivals);
    const partsOf = divide(deposits, report, uses);
    for (const payment of own) {
      const { arrivals, ...parts } = partsOf(payment);
      subjects.push({
        ...parts,
        payment,
        arrivals: await withCounts(tx, payment, parts.deposits, inFirstBlocks(arrivals, parts.uses)),
        readUntil: report.readUntil,
        reversals,
        feeBps: feeOf(payment, ofTopUps, feeBpsOf),
      });
    }
  }
  return subjects;
}

/** A payment keeps the fee it completed with. */
function feeOf(
  { fee_bps, payment_id, merchant_id }: PaymentRow,
  ofTopUps: ReadonlyMap<string, bigint>,
  feeBpsOf: (merchantId: string) => bigint,
): bigint {
  if (fee_bps !== null) return BigInt(fee_bps);
  return ofTopUps.get(payment_id) ?? feeBpsOf(merchant_id);
}

const nothingReported: Report = { arrivals: [], failures: [], readUntil: new Map() };

async function reportOn(
  ctx: Context,
  tx: Sql,
  environment: Environment,
  deposits: readonly DepositRow[],
): Promise<Report> {
  if (deposits.length === 0) return nothingReported;
  const addresses = [...new Set(deposits.map(({ address }) => address))];
  return ctx.chains.report(tx, environment, addresses);
}

/** What was decided and booked of these arrivals before, after what is gone was taken back. Test mode takes nothing back. */
async function bookedOf(
  ctx: Context,
  tx: Sql,
  environment: Environment,
  payments: PaymentRow[],
  deposits: readonly DepositRow[],
  arrivals: readonly Arrival[],
): Promise<{ uses: UsedArrival[]; reversals: ReadonlyMap<string, number> }> {
  if (environment === 'test' || arrivals.length === 0) return { uses: [], reversals: new Map() };
  const decided = await selectUses(tx, payments);
  const { reversals, returned } = await takeBackGone(ctx, tx, deposits, arrivals, decided);
  await holdReturns(tx, arrivals, returned);
  // Decided anew, as other money may have been counted meanwhile.
  if (returned.size > 0) await updateReversed(tx, [...returned], ctx.clock.now());
  return { uses: decided.filter(({ arrival_id }) => !returned.has(arrival_id)), reversals };
}

/** Divides what was read by payment: a block may hold a thousand of them. */
function divide(deposits: readonly DepositRow[], report: Report, uses: readonly UsedArrival[]) {
  const ownerOf = new Map(deposits.map(({ address, payment_id }) => [address, payment_id]));
  const at = ({ address }: { address: string }) => ownerOf.get(address) ?? '';
  const idOf = ({ payment_id }: { payment_id: string }) => payment_id;
  const byPayment = {
    deposits: groupBy(deposits, idOf),
    arrivals: groupBy(report.arrivals, at),
    failures: groupBy(report.failures, at),
    uses: groupBy(uses, idOf),
  };
  return ({ payment_id }: PaymentRow) => ({
    deposits: byPayment.deposits.get(payment_id) ?? [],
    arrivals: byPayment.arrivals.get(payment_id) ?? [],
    failures: byPayment.failures.get(payment_id) ?? [],
    uses: byPayment.uses.get(payment_id) ?? [],
  });
}

/** At the prices of the deposit in the same asset. Money in another asset counts for nothing, as it is. */
async function withCounts(
  tx: Sql,
  payment: PaymentRow,
  deposits: readonly DepositRow[],
  arrivals: readonly Arrival[],
): Promise<CountedArrival[]> {
  const counted = new Map<string, bigint>();
  for (const deposit of deposits) {
    const own = arrivals.filter((arrival) => isSameAsset(deposit, arrival));
    const money = own.map(({ block_time, units }) => ({ at: block_time, units: BigInt(units) }));
    const counts = await countUnits(tx, payment, deposit, money);
    for (const [index, { arrival_id }] of own.entries()) {
      const count = counts[index];
      if (count === undefined) throw new Error(`arrival ${arrival_id} was not counted`);
      counted.set(arrival_id, count);
    }
  }
  return arrivals.map((arrival) => ({
    ...arrival,
    counts: counted.get(arrival.arrival_id) ?? BigInt(arrival.units),
  }));
}
