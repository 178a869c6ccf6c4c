import { Type } from 'typebox';
import type { SessionCaller } from '../../lib/caller.ts';
import { ApiError } from '../../lib/errors.ts';
import { nullable, oneOf } from '../../lib/fields.ts';
import { keyPermissions } from '../../lib/key-permissions.ts';
import { rulesFromParams } from '../../merchants/approvals/approval-schema.ts';
import type { Approval } from '../../merchants/approvals/approvals.ts';
import { changeApprovers } from '../../merchants/approvals/change-approvers.ts';
import { changeRules } from '../../merchants/approvals/rules.ts';
import { allowAnyAddress, givePermissions, holdWorkingKey } from '../../merchants/keys/keys.ts';
import { giveAddress } from '../../payments/refunds/addresses.ts';
import { returnUnapplied } from '../../payments/unapplied-funds/resolve-funds.ts';
import type { Sql } from '../../platform/db/client.ts';
import { parseBody } from '../../platform/http/schema/validation.ts';
import { createPayoutBody } from '../../treasury/payouts/payout-schema.ts';
import { createPayout } from '../../treasury/payouts/payouts.ts';
import { askForPayouts, changeSettlement } from '../../treasury/payouts/settings/settings.ts';
import { settlementBody, walletBody, walletParams } from '../../treasury/payouts/settings/settings-schema.ts';
import { setWallet } from '../../treasury/payouts/settings/wallets.ts';
import type { DashboardContext } from '../context.ts';

const wallet = Type.Object({ ...walletParams.properties, ...walletBody.properties });
const addressParams = Type.Object({ resource_id: Type.String(), address: Type.String() });
const payoutParams = Type.Object({ ...createPayoutBody.properties, key_id: Type.Optional(Type.String()) });
/** Without permissions: the right to name any address. */
const keyParams = Type.Object({
  key_id: Type.String(),
  permissions: Type.Optional(nullable(Type.Array(oneOf(keyPermissions)))),
});

/** The very operations that asked, with what was asked for. They check everything again: balances, states, addresses. */
export async function runApproved(
  ctx: DashboardContext,
  tx: Sql,
  approval: Approval,
  caller: SessionCaller,
  author: string,
): Promise<void> {
  const { action, params } = approval;
  switch (action) {
    case 'wallet': {
      const { family, address } = parseBody(wallet, params);
      await setWallet(ctx, tx, caller, family, address, author);
      return;
    }
    case 'address': {
      const { resource_id: id, address } = parseBody(addressParams, params);
      if (id.startsWith('ref_')) await giveAddress(ctx, tx, caller, id, address);
      else await returnUnapplied(ctx, tx, caller, id, { address });
      return;
    }
    case 'payout':
      return payApproved(ctx, tx, params, caller);
    case 'key': {
      const { key_id, permissions } = parseBody(keyParams, params);
      if (permissions === undefined) await allowAnyAddress(ctx, tx, caller, key_id, author);
      else await givePermissions(ctx, tx, caller, key_id, permissions);
      return;
    }
    case 'rules':
      await changeRules(ctx, tx, caller, rulesFromParams(params));
      return;
    case 'members':
      await changeApprovers(ctx, tx, approval, `approved by ${caller.member.email}`);
  }
}

async function payApproved(
  ctx: DashboardContext,
  tx: Sql,
  params: Record<string, unknown>,
  caller: SessionCaller,
): Promise<void> {
  const keyId = params['key_id'];
  if (typeof keyId === 'string' && !(await holdWorkingKey(ctx, tx, caller.merchant_id, keyId)))
    throw new ApiError('FORBIDDEN', {
      message: 'The API key that asked for it no longer works. Decline it.',
      details: { field: 'key_id', provided: keyId },
    });
  if (params['settings'] !== undefined)
    await changeSettlement(ctx, tx, caller, parseBody(settlementBody, params['settings']));
  else if (params['everything'] === true) await askForPayouts(ctx, tx, caller);
  else await createPayout(ctx, tx, caller, parseBody(payoutParams, params));
}
