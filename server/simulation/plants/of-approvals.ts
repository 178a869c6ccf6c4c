import type { SourcePlant } from './plant.ts';

const under = { needsApprovals: true, needsSolana: false, needsRoutes: false };

/** What a second member has to approve. */
export const sourcePlantsOfApprovals: Readonly<Record<string, SourcePlant>> = {
  'asker-approves': {
    about: 'Whoever asked may approve it.',
    within: 20,
    file: 'merchants/approvals/approvals.ts',
    from: 'actor.memberId === row.asked_by_id',
    to: 'actor.memberId === row.approval_id',
    under,
  },
  'parts-uncounted': {
    about: 'Parts of an amount do not count together.',
    within: 20,
    file: 'merchants/approvals/require-approval.ts',
    from: 'before + worthMinor > above',
    to: 'worthMinor > above && before >= 0n',
    under,
  },
  'address-unasked': {
    about: 'Money goes to any address without a second member.',
    within: 40,
    file: 'payments/refunds/name-address.ts',
    from: 'worthMinor: usdMinorOf(',
    to: 'worthMinor: 0n && usdMinorOf(',
    under,
  },
  'key-unasked': {
    about: 'A live key gets the right to name addresses without a second member.',
    within: 40,
    file: 'merchants/keys/keys.ts',
    from: "{ action: 'key', params: { key_id: keyId }, worthMinor: null }",
    to: "{ action: 'key', params: { key_id: keyId }, worthMinor: 0n }",
    under,
  },
};
