import { sourcePlantsOfApprovals } from './of-approvals.ts';
import { sourcePlantsOfCold } from './of-cold.ts';
import { sourcePlantsOfLosses } from './of-losses.ts';
import { sourcePlantsOfOptions } from './of-options.ts';
import { sourcePlantsOfScreening } from './of-screening.ts';
import { sourcePlantsOfSignatures } from './of-signatures.ts';
import { sourcePlantsOfVersions } from './of-versions.ts';
import type { SourcePlant } from './plant.ts';

const decideMove = 'payments/credit/decide-move.ts';
const decideUses = 'payments/credit/decide-uses.ts';
const refunds = 'payments/refunds/refunds.ts';
const coverage = 'payments/refunds/coverage.ts';
const payable = 'treasury/payouts/payable.ts';

/** Right amounts to the right party. */
export const sourcePlants: Readonly<Record<string, SourcePlant>> = {
  'payout-takes-refunds': {
    about: 'A payout takes what refunds under way need.',
    within: 40,
    file: 'treasury/payouts/plan-payout.ts',
    from: 'balance - (await waitingRefunds(sql, { ...settlement, ...asset }))',
    to: 'balance',
  },
  'overpayment-whole': {
    about: 'An overpayment is booked whole.',
    within: 10,
    file: decideMove,
    from: 'isExcessive ? (paid * quote) / worth : paid',
    to: 'paid',
  },
  'excess-twice': {
    about: 'What comes once more is applied, too.',
    within: 20,
    file: decideUses,
    from: 'total.counts + counts <= kept',
    to: 'counts <= kept',
  },
  'smallest-payer': {
    about: 'Whoever sent least is the payer.',
    within: 20,
    file: decideMove,
    from: '(sent.get(other) ?? 0n) > (sent.get(most) ?? 0n)',
    to: '(sent.get(other) ?? 0n) < (sent.get(most) ?? 0n)',
  },
  'fee-rounded-up': {
    about: "The operator's fee is rounded up.",
    within: 10,
    file: 'treasury/ledger/postings.ts',
    from: 'return proportionOf(units, feeBps, wholeBps);',
    to: 'return (units * feeBps + wholeBps - 1n) / wholeBps;',
  },
  'refund-rounded-up': {
    about: 'The share of a refund is rounded up.',
    within: 20,
    file: refunds,
    from: 'proportionOf(leftUnits, amountMinor, leftMinor).toString()',
    to: '((leftUnits * amountMinor + leftMinor - 1n) / leftMinor).toString()',
  },
  'refund-units-uncounted': {
    about: 'The share of a refund is not of what is left.',
    within: 40,
    file: refunds,
    from: 'units: BigInt(payment.refunded_units) + sign * BigInt(refund.token_units)',
    to: 'units: BigInt(payment.refunded_units)',
  },
  'refund-amount-uncounted': {
    about: 'A payment can be refunded again and again.',
    within: 40,
    file: refunds,
    from: 'minor: payment.refunded_minor + sign * refund.amount_minor',
    to: 'minor: payment.refunded_minor',
  },
  'reserve-forgotten': {
    about: 'Payouts leave no reserve.',
    within: 20,
    file: payable,
    from: 'available - tokenUnitsFor(prospect.reserveMinor, prices.currency, prices.token, decimals)',
    to: 'available',
  },
  'reserve-twice': {
    about: 'Payouts leave twice the reserve.',
    within: 20,
    file: payable,
    from: 'tokenUnitsFor(prospect.reserveMinor,',
    to: 'tokenUnitsFor(2n * prospect.reserveMinor,',
  },
  'minimum-forgotten': {
    about: 'A schedule pays out less than the minimum.',
    within: 60,
    file: payable,
    from: 'worthMinor < prospect.minimumMinor',
    to: 'worthMinor < 0n',
  },
  'minimum-above': {
    about: 'A schedule waits for twice the minimum.',
    within: 40,
    file: payable,
    from: 'worthMinor < prospect.minimumMinor',
    to: 'worthMinor < 2n * prospect.minimumMinor',
  },
  'released-by-look': {
    about: "A payout is released by the time of a look instead of its block's.",
    within: 10,
    file: 'treasury/payouts/release-payouts.ts',
    from: 'last.block_time ?? last.checked_at',
    to: 'last.checked_at',
  },
  'tolerance-sign': {
    about: 'The tolerance is added to what is needed.',
    within: 5,
    file: decideMove,
    from: 'BigInt(token_units) - BigInt(tolerance_units)',
    to: 'BigInt(token_units) + BigInt(tolerance_units)',
  },
  'tolerance-forgotten': {
    about: 'A payment that is a little short is not paid.',
    within: 20,
    file: decideMove,
    from: 'BigInt(token_units) - BigInt(tolerance_units)',
    to: 'BigInt(token_units)',
  },
  'fee-not-returned': {
    about: 'A refund gives none of the fee back.',
    within: 10,
    file: coverage,
    from: 'const share = (feeLeft * units) / leftUnits;',
    to: 'const share = 0n;',
  },
  'fee-returned-whole': {
    about: 'A refund of a part gives the whole fee back.',
    within: 40,
    file: coverage,
    from: 'const share = (feeLeft * units) / leftUnits;',
    to: 'const share = feeLeft;',
  },
  'kept-fee-returned': {
    about: 'The fee is given back where the operator keeps it.',
    within: 60,
    file: 'payments/refunds/coverage-store.ts',
    from: " and refund_fees = 'returned'",
    to: '',
  },
  'shortage-untold': {
    about: 'A chain that has less than the ledger says counts as right.',
    within: 40,
    file: 'treasury/reconciliation/reconciliation.ts',
    from: 'const isStopped = comparisons.some(isShort);',
    to: 'const isStopped = comparisons.every(isShort);',
    under: {
      ...{ needsLoss: false, needsSigning: false, needsRoutes: false, needsSolana: false, needsLarge: false },
      groups: ['limits', 'kill'],
    },
  },
  'credit-without-fee': {
    about: 'Unapplied money is credited without the fee.',
    within: 40,
    file: 'payments/unapplied-funds/resolve-funds.ts',
    from: 'feeOn(units, feeBpsOf(merchantId))',
    to: '0n',
  },
  'quote-rounded-down': {
    about: 'Quotes are rounded to the nearest unit that is shown.',
    within: 20,
    file: 'lib/money.ts',
    from: 'const shownUnits = divideRoundingUp(',
    to: 'const shownUnits = divideRoundingHalfUp(',
  },
  'dollars-for-all': {
    about: 'Amounts in other currencies count as dollars.',
    within: 10,
    file: 'treasury/prices/quotes.ts',
    from: 'known(rates.usdPerCurrency(currency), currency),\n    known(',
    to: "known(rates.usdPerCurrency('USD'), 'USD'),\n    known(",
  },
  'empty-is-proof': {
    about: 'What a node does not answer is not there, whatever the header says.',
    within: 30,
    file: 'chains/evm/shown-logs.ts',
    from: 'return (logs.length > 0 && isFull(bloom)) || !mayHide(bloom, logs);',
    to: 'return mayHide.length > 0 || isFull(bloom) || logs.length >= 0;',
    under: { groups: ['omissions'], needsSolana: false },
  },
  'shared-bits': {
    about: 'Addresses that are registered after the start have the bits of the first one.',
    within: 30,
    file: 'chains/watching/watched-set.ts',
    from: 'entry.place = blooms.add(bitsBefore(lower) ?? bitsOf(toTopic(lower)));',
    to: 'entry.place = blooms.add(bitsBefore(lower) ?? (entries.size > 0 ? blooms.bitsAt(0) : bitsOf(toTopic(lower))));',
    under: { groups: ['omissions'], needsSolana: false },
  },
  'history-cut': {
    about: "The treasury's history counts as whole, though it does not explain the balance.",
    within: 60,
    file: 'chains/watching/solana/treasury.ts',
    from: 'isWhole: unitsThen === null || unitsThen === balance.units',
    to: 'isWhole: unitsThen !== undefined',
    under: { groups: ['omissions'], needsSolana: true },
  },
  'history-hole': {
    about: 'A transaction that does not start where the last one ended is read all the same.',
    within: 60,
    file: 'chains/watching/solana/treasury.ts',
    from: 'const isAfterMissing = here && units !== null && here.before !== units;',
    to: 'const isAfterMissing = here && units !== null && here.before < 0n;',
    under: { groups: ['omissions'], needsSolana: true },
  },
  'mark-moves-on': {
    about: "What left Solana's treasury is searched for in a history that does not explain the balance.",
    within: 60,
    file: 'treasury/transfers/solana/search/whole-history.ts',
    from: 'if (units !== found)',
    to: 'if (units !== found && found < 0n)',
    under: { groups: ['restore', 'kill'], needsSolana: true },
  },
  'first-answer-counts': {
    about: 'No second node is asked about large money.',
    within: 10,
    file: 'payments/credit/large-payments.ts',
    from: 'hosts.length < 2 ?',
    to: 'hosts.length < 3 ?',
    under: { groups: ['lies'], needsSolana: false, needsRoutes: false, needsLarge: true },
  },
  'cents-dropped': {
    about: 'Cents of an amount are not read.',
    within: 5,
    file: 'lib/money.ts',
    from: "(match[2] ?? '').padEnd(2, '0')",
    to: "''.padEnd(2, '0')",
  },
  ...sourcePlantsOfSignatures,
  ...sourcePlantsOfOptions,
  ...sourcePlantsOfScreening,
  ...sourcePlantsOfApprovals,
  ...sourcePlantsOfCold,
  ...sourcePlantsOfLosses,
  ...sourcePlantsOfVersions,
};
