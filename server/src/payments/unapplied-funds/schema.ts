import { type Static, Type } from 'typebox';
import { type ChainId, chainIds, chains } from '../../lib/chains/registry.ts';
import { nullable, oneOf } from '../../lib/fields.ts';
import { formatTokenAmount } from '../../lib/money.ts';
import { pageParameters } from '../../platform/db/pagination.ts';
import { unappliedStatuses } from './states.ts';
import { type UnappliedRow, unappliedReasons } from './unapplied-fund.ts';

export const listUnappliedQuery = Type.Object({
  payment_id: Type.Optional(Type.String({ maxLength: 64, description: 'Money sent to this payment.' })),
  status: Type.Optional(oneOf(unappliedStatuses)),
  ...pageParameters,
});
export type ListUnappliedQuery = Static<typeof listUnappliedQuery>;

export const returnUnappliedBody = Type.Object({
  address: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Where to send it. Default: `payer_address`. When that is absent or an exchange, a customer with an e-mail address is mailed a claim link, and the money is returned to the address that the customer gives there; without an e-mail address it is required. A live key needs the right `refunds.any_address` for an address that is neither the payer’s nor given by the customer on the claim page.',
    }),
  ),
});
export type ReturnUnappliedBody = Static<typeof returnUnappliedBody>;

const timestamp = (description: string) => Type.String({ format: 'date-time', description });

const unappliedResource = Type.Object({
  unapplied_id: Type.String({ description: 'Prefix `unf_`.' }),
  payment_id: Type.String({ description: 'The payment whose address it arrived at.' }),
  status: oneOf(unappliedStatuses),
  reason: oneOf(unappliedReasons, {
    description:
      'Why it was not counted for the payment. `screening`: a check of the sender holds it. It can be neither returned nor credited until the operator has decided.',
  }),
  waiting_for: Type.Optional(
    oneOf(['screening'], {
      description: '`screening`: a check of the recipient holds the return until the operator has decided.',
    }),
  ),
  chain: oneOf(chainIds),
  token: Type.String({ description: 'A token, or the contract address of one that is not accepted here.' }),
  token_amount: nullable(
    Type.String({ description: 'Six decimals. Null for a token that is not accepted here.' }),
  ),
  tx_hash: Type.Optional(Type.String({ description: 'Absent when a contract sent native money.' })),
  payer_address: Type.Optional(Type.String({ description: 'Absent when a contract sent native money.' })),
  arrived_at: timestamp('Time of its block.'),
  created_at: timestamp('Creation time.'),
  claim_expires_at: Type.Optional(
    timestamp(
      'Present while it is open and the customer was asked where to return it: until when the claim page takes an address. You can return or credit it nevertheless.',
    ),
  ),
  claim_emailed: Type.Optional(
    Type.Boolean({
      description: 'Present with `claim_expires_at`: whether the customer was mailed the claim link.',
    }),
  ),
  returned_to: Type.Optional(
    Type.String({ description: 'Present when returning or returned: the address it is sent to.' }),
  ),
  return_tx_hash: Type.Optional(Type.String({ description: 'Absent until returned.' })),
  returned_at: Type.Optional(timestamp('Absent until returned.')),
  credited_at: Type.Optional(timestamp('Absent until credited.')),
  failure_reason: Type.Optional(
    Type.String({
      description:
        'Present when the last return failed: a code, such as `RECIPIENT_REFUSED`. Also when a chain abandoned the block of a completed one, which could not be paid again.',
    }),
  ),
  failure_message: Type.Optional(Type.String({ description: 'The same for people.' })),
});
export type UnappliedFund = Static<typeof unappliedResource>;

const claimLinkResource = Type.Object({
  unapplied_id: Type.String(),
  claim_url: Type.String({
    description: 'Page where the customer says where to return the money. Whoever has the link can do so.',
  }),
  expires_at: timestamp('Until when the page takes an address.'),
});
export type ReturnClaimLink = Static<typeof claimLinkResource>;

/** Named in the OpenAPI document. */
export const namedUnappliedFund = { name: 'UnappliedFund', schema: unappliedResource };
export const namedReturnClaimLink = { name: 'ReturnClaimLink', schema: claimLinkResource };
export const unappliedResources = [namedUnappliedFund, namedReturnClaimLink];

export function toUnappliedFund(row: UnappliedRow): UnappliedFund {
  return {
    unapplied_id: row.unapplied_id,
    payment_id: row.payment_id,
    status: row.status,
    reason: row.reason,
    ...(row.awaits_screening ? { waiting_for: 'screening' as const } : {}),
    chain: row.chain,
    token: row.token,
    token_amount: amountOf(row.chain, row.token, BigInt(row.token_units)),
    ...(row.tx_hash ? { tx_hash: row.tx_hash } : {}),
    ...(row.payer_address ? { payer_address: row.payer_address } : {}),
    arrived_at: row.arrived_at.toISOString(),
    created_at: row.created_at.toISOString(),
    ...outcomeOf(row),
  };
}

function outcomeOf(row: UnappliedRow): Partial<UnappliedFund> {
  const { status, returned_to, return_tx_hash, ended_at, failure_reason, failure_message } = row;
  const { claim_expires_at, claim_emailed } = row;
  const endedAt = ended_at?.toISOString();
  return {
    ...(claim_expires_at && status === 'open'
      ? { claim_expires_at: claim_expires_at.toISOString(), claim_emailed }
      : {}),
    ...(returned_to ? { returned_to } : {}),
    ...(return_tx_hash ? { return_tx_hash } : {}),
    ...(endedAt && status === 'returned' ? { returned_at: endedAt } : {}),
    ...(endedAt && status === 'credited' ? { credited_at: endedAt } : {}),
    ...(failure_reason ? { failure_reason, failure_message: failure_message ?? '' } : {}),
  };
}

function amountOf(chain: ChainId, token: string, units: bigint): string | null {
  const known = chains[chain].tokens.find(({ symbol }) => symbol === token);
  return known ? formatTokenAmount(units, known.decimals) : null;
}
