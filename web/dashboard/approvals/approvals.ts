import type { Approval } from '../shared/api/types.ts';

export const approvalsPath = '/dashboard/api/approvals';
export const rulesPath = '/dashboard/api/approval_rules';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** What happens once it is approved. */
export function consequence({ action, params, worth_usd }: Approval): string {
  switch (action) {
    case 'wallet':
      return `Payouts go to the ${params['family'] === 'solana' ? 'Solana' : 'EVM'} wallet ${text(params['address'])}, 24 hours after the approval.`;
    case 'address': {
      const worth = worth_usd === null ? '' : ` It was worth $${worth_usd} when it was asked for.`;
      return `The money of ${text(params['resource_id'])} is sent to ${text(params['address'])} at once. That address is not the payer’s, and nobody can undo it.${worth}`;
    }
    case 'payout': {
      if (params['settings'] !== undefined) return settingsText(params['settings']);
      const what =
        params['everything'] === true
          ? 'All balances are'
          : `${text(params['token_amount'])} ${text(params['token'])} on ${text(params['chain'])} are`;
      const by = text(params['key_id']) === '' ? '' : ` An API key asked (${text(params['key_id'])}).`;
      const worth = worth_usd === null ? '' : ` It was worth $${worth_usd} when it was asked for.`;
      return `${what} paid out at once, to the payout wallet that holds then.${worth}${by}`;
    }
    case 'key':
      if (params['permissions'] !== undefined)
        return `The API key ${text(params['key_id'])} can pay out balances to your payout wallets. Whatever is above the rule for payouts by hand still needs a member.`;
      return `The API key ${text(params['key_id'])} can send refunds and unapplied money to any address. Whatever is above the rule for addresses still needs a member.`;
    case 'members':
      return `${text(params['email']) || `The member ${text(params['member_id'])}`} gets the role ${text(params['role'])}, and may then approve what others ask for. It happens after 24 hours in any case, unless somebody declines.`;
    case 'rules':
      return `From then on these need a second member: ${rulesText(params)}.`;
  }
}

/** Payout settings by which money leaves sooner. */
function settingsText(settings: unknown): string {
  const entries = typeof settings === 'object' && settings !== null ? Object.entries(settings) : [];
  const list = entries
    .filter(([, value]) => typeof value === 'string')
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`);
  return `From then on payouts by schedule go by these settings: ${list.join(', ')}.`;
}

function rulesText(params: Record<string, unknown>): string {
  const on = [
    ...(params['wallet'] == null ? [] : ['payout wallets']),
    ...(params['address'] == null ? [] : [`other addresses above $${text(params['address'])} a day`]),
    ...(params['payout'] == null ? [] : [`payouts by hand above $${text(params['payout'])} a day`]),
    ...(params['key'] == null ? [] : ['rights of keys']),
  ];
  return on.length === 0 ? 'nothing' : on.join(', ');
}
