import type { Checklist } from '../shared/api/types.ts';

export interface Step {
  title: string;
  text: string;
  done: boolean;
  /** Path below /dashboard. */
  to: string;
  /** Opens in live mode. */
  live?: boolean;
  /** What the operator runs. */
  command?: string;
}

/** The first steps in order, each with where it is done. */
export function stepsOf(list: Checklist): Step[] {
  return [
    {
      title: 'Create an API key',
      text: 'Your server uses it to create payments.',
      done: list.has_key,
      to: '/developers/keys',
    },
    {
      title: 'Make a test payment',
      text: 'Create a payment and pay it from a test wallet.',
      done: list.has_test_payment,
      to: '/payments/new',
    },
    {
      title: 'Add a webhook endpoint',
      text: 'Get notified when a payment completes.',
      done: list.has_endpoint,
      to: '/developers/webhooks',
    },
    {
      title: 'Turn on a live chain',
      done: list.live_chains === 'working',
      live: true,
      ...operatorStep(list),
    },
    {
      title: 'Set a live payout wallet',
      text: 'Payouts of live money are sent to it.',
      done: list.has_payout_wallet,
      to: '/settings/payouts',
      live: true,
    },
    {
      title: 'Create a live API key',
      text: 'Put it on your server in place of the test key.',
      done: list.has_live_key,
      to: '/developers/keys',
      live: true,
    },
    {
      title: 'Add a live webhook endpoint',
      text: 'Test endpoints get no live events.',
      done: list.has_live_endpoint,
      to: '/developers/webhooks',
      live: true,
    },
    {
      title: 'Accept your first live payment',
      text: 'Create a payment for a small amount and pay it yourself.',
      done: list.has_live_payment,
      to: '/payments/new',
      live: true,
    },
  ];
}

/** The one step that is not the merchant's. */
function operatorStep({ live_chains }: Checklist): Pick<Step, 'text' | 'to' | 'command'> {
  const to = '/developers/chains';
  switch (live_chains) {
    case 'none':
      return { text: 'The operator sets the RPC URL of a chain, for example BASE_RPC_URL.', to };
    case 'no_wallet':
      return { text: 'The operator creates the wallet:', to, command: 'causeway wallet create' };
    case 'not_working':
      return {
        text: 'No configured chain works now. The operator finds out why:',
        to,
        command: 'causeway chains check',
      };
    case 'working':
      return { text: '', to };
  }
}
