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

/** The first steps in order, each with where it is done. Turning a chain on is a step of the operator alone. */
export function stepsOf(list: Checklist, isOperator: boolean): Step[] {
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
    ...(isOperator ? [chainStep(list)] : []),
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

function chainStep({ live_chains }: Checklist): Step {
  return {
    title: 'Turn on a live chain',
    done: live_chains === 'working',
    live: true,
    ...chainWords(live_chains),
  };
}

function chainWords(state: Checklist['live_chains']): Pick<Step, 'text' | 'to' | 'command'> {
  const to = '/developers/chains';
  switch (state) {
    case 'none':
      return { text: 'Set the RPC URL of a chain, for example BASE_RPC_URL.', to };
    case 'no_wallet':
      return { text: 'Create the wallet:', to, command: 'causeway wallet create' };
    case 'not_working':
      return { text: 'No configured chain works now. Find out why:', to, command: 'causeway chains check' };
    case 'working':
      return { text: '', to };
  }
}
