import type { Attention, ChainState, Environment, Session } from '../shared/api/types.ts';

export interface AttentionItem {
  text: string;
  /** Link to where it is put right. */
  to: string;
  search?: Record<string, string>;
  action: string;
}

const chainTrouble: Partial<Record<ChainState, string>> = {
  off: 'is off. Customers cannot pay there',
  halted: 'is halted. Customers cannot pay there',
  silent: 'does not answer. Payments there are noticed later',
  behind: 'is behind. Payments there are noticed later',
};

const soundStates: readonly ChainState[] = ['working', 'idle'];

function troubles({ state, payouts_stopped }: Attention['chains'][number]): string[] {
  return [
    ...(soundStates.includes(state) ? [] : [chainTrouble[state] ?? 'does not work']),
    ...(payouts_stopped ? ['has its payouts stopped: less is there than the ledger says'] : []),
  ];
}

/** What somebody should do something about, the most urgent first. `onlyPassword`: see `isOnlyPassword`. */
export function attentionItems(
  attention: Attention,
  chainName: (chain: string) => string,
  { onlyPassword }: { onlyPassword: boolean },
): AttentionItem[] {
  const { chains, approvals, unapplied, waiting_refunds, failed_payouts, failing_endpoints } = attention;
  return [
    ...chains.flatMap((chain) =>
      troubles(chain).map((trouble) => ({
        text: `${chainName(chain.chain)} ${trouble}.`,
        to: '/developers/chains',
        action: 'View chains',
      })),
    ),
    ...counted(approvals, {
      text: (count, s) => `${count} request${s} wait${s ? '' : 's'} for a second member’s approval.`,
      to: '/approvals',
      action: 'View approvals',
    }),
    ...counted(failed_payouts, {
      text: (count, s) => `The last payout of ${count} balance${s} failed.`,
      to: '/payouts',
      search: { status: 'failed' },
      action: 'View payouts',
    }),
    ...counted(waiting_refunds, {
      text: (count, s) => `${count} refund${s} wait${s ? '' : 's'} for an address or for your balance.`,
      to: '/refunds',
      search: { status: 'processing' },
      action: 'View refunds',
    }),
    ...counted(unapplied, {
      text: (count, s) => `${count} amount${s} of unapplied money wait${s ? '' : 's'} for your decision.`,
      to: '/unapplied',
      search: { status: 'open' },
      action: 'Decide',
    }),
    ...counted(failing_endpoints, {
      text: (count, s) => `${count} webhook endpoint${s} fail${s ? '' : 's'}.`,
      to: '/developers/webhooks',
      action: 'View webhooks',
    }),
    ...(onlyPassword
      ? [
          {
            text: 'Your password alone confirms changes of owners, wallets and live keys. Add a passkey or two-factor authentication.',
            to: '/settings/security',
            action: 'Set up',
          },
        ]
      : []),
  ];
}

/** Whether a stolen password is enough to act as this owner where live money is. */
export function isOnlyPassword(member: Session['member'], environment: Environment): boolean {
  const { role, totp_enabled, passkeys } = member;
  return environment === 'live' && role === 'owner' && !totp_enabled && passkeys === 0;
}

type Counted = Omit<AttentionItem, 'text'> & { text(count: string, plural: string): string };

function counted(count: number, { text, ...item }: Counted): AttentionItem[] {
  return count === 0 ? [] : [{ ...item, text: text(countText(count), count === 1 ? '' : 's') }];
}

/** Counts end at 100. */
export function countText(count: number): string {
  return count > 99 ? '99+' : String(count);
}
