import { type Static, Type } from 'typebox';
import { ApiError } from '../../lib/errors.ts';
import { amountField, nullable, oneOf } from '../../lib/fields.ts';
import { formatFiat, parseFiat } from '../../lib/money.ts';
import { type ApprovalRow, type Rules, ruledActions } from './approval-store.ts';

/** More than anything is worth. */
const maxMinor = 1_000_000_000_000n;

const limit = (what: string) =>
  nullable(Type.String({ maxLength: 20, description: `${what} Null: a second member is not asked.` }));

export const rulesView = Type.Object({
  wallet: limit('"0.00": new and changed payout wallets need approval.'),
  address: limit(
    'In USD. Refunds and returns to other addresses than the payer’s above this within 24 hours.',
  ),
  payout: limit('In USD. Payouts by hand above this within 24 hours.'),
  key: limit('"0.00": the right of a live key to pay out, or to send money to any address, needs approval.'),
});
export type RulesView = Static<typeof rulesView>;

const approval = Type.Object({
  approval_id: Type.String(),
  action: oneOf(['wallet', 'address', 'payout', 'key', 'rules', 'members']),
  params: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  worth_usd: nullable(amountField('Worth when it was asked for; null without a price, or if it has none.')),
  state: oneOf(['pending', 'approved', 'declined', 'expired']),
  asked_by: Type.String(),
  is_own: Type.Boolean({ description: 'Whether you have asked for it: then another member decides.' }),
  asked_at: Type.String(),
  expires_at: Type.String({
    description: 'Rules and who may approve are changed then, if nobody declines. Others expire.',
  }),
  decided_by: nullable(Type.String()),
  decided_at: nullable(Type.String()),
  reason: nullable(Type.String()),
});
export type ApprovalView = Static<typeof approval>;

/** What the public API answers instead of the result. */
export const pendingApproval = Type.Object({
  pending_approval: Type.Object({
    approval_id: Type.String(),
    state: Type.Literal('pending'),
    expires_at: Type.String({ format: 'date-time' }),
  }),
});

export function toPendingApproval({ approval_id, expires_at }: ApprovalRow): Static<typeof pendingApproval> {
  return { pending_approval: { approval_id, state: 'pending', expires_at: expires_at.toISOString() } };
}

export const namedApproval = { name: 'Approval', schema: approval };

export function toApproval(row: ApprovalRow, memberId: string): ApprovalView {
  return {
    approval_id: row.approval_id,
    action: row.action,
    params: row.params,
    worth_usd: row.worth_minor === null ? null : formatFiat(row.worth_minor),
    state: row.state,
    asked_by: row.asked_by,
    is_own: row.asked_by_id === memberId,
    asked_at: row.asked_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
  };
}

export function toRulesView(rules: Rules): RulesView {
  const shown = (action: keyof RulesView) => {
    const above = rules.get(action);
    return above === undefined ? null : formatFiat(above);
  };
  return {
    wallet: shown('wallet'),
    address: shown('address'),
    payout: shown('payout'),
    key: shown('key'),
  };
}

/** Rules as they are stored with an approval. */
export function rulesFromParams(params: Record<string, unknown>): RulesView {
  const text = (action: keyof RulesView) => {
    const value = params[action];
    return typeof value === 'string' ? value : null;
  };
  return { wallet: text('wallet'), address: text('address'), payout: text('payout'), key: text('key') };
}

export function rulesFrom(view: RulesView): Rules {
  const rules: Rules = new Map();
  for (const action of ruledActions) {
    const text = view[action];
    if (text === null) continue;
    const minor = parseFiat(text);
    if (minor === null || minor > maxMinor)
      throw new ApiError('INVALID_AMOUNT', {
        message: `${action} must be a decimal string up to ${formatFiat(maxMinor)} with at most two decimals, such as "100.00", or null.`,
        details: { field: action, provided: text },
      });
    rules.set(action, minor);
  }
  return rules;
}
