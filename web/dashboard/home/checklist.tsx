import { CloseButton, Stack, Text, ThemeIcon } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../session/session.ts';
import { Icon } from '../shared/icons.tsx';
import { Panel } from '../shared/panel.tsx';
import { TextLink } from '../shared/text-link.tsx';
import type { Checklist as Done } from '../shared/types.ts';
import classes from './checklist.module.css';

const steps: { done: keyof Done; title: string; text: string; to: string; live?: boolean }[] = [
  {
    done: 'has_key',
    title: 'Create an API key',
    text: 'Your server uses it to create payments.',
    to: '/developers/keys',
  },
  {
    done: 'has_test_payment',
    title: 'Make a test payment',
    text: 'Create a payment and pay it from a test wallet.',
    to: '/payments/new',
  },
  {
    done: 'has_endpoint',
    title: 'Add a webhook endpoint',
    text: 'Get notified when a payment completes.',
    to: '/developers/webhooks',
  },
  {
    done: 'has_payout_wallet',
    title: 'Set a payout wallet',
    text: 'Payouts are sent to it.',
    to: '/settings/payouts',
  },
  {
    done: 'has_live_payment',
    title: 'Accept your first live payment',
    text: 'Turn off test mode and create a payment.',
    to: '/payments/new',
    live: true,
  },
];

/** First steps for a new merchant. Hidden once all are done, or when dismissed. */
export function Checklist({ checklist }: { checklist: Done }) {
  const { merchant } = useSession();
  const [hidden, setHidden] = useLocalStorage({
    key: `checklist-hidden-${merchant.merchant_id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const left = steps.filter(({ done }) => !checklist[done]).length;
  if (hidden || left === 0) return null;
  return (
    <Panel
      title="Get started"
      description={`${steps.length - left} of ${steps.length} done`}
      actions={<CloseButton aria-label="Dismiss" onClick={() => setHidden(true)} />}
    >
      <ol className={classes['steps']}>
        {steps.map(({ done, title, text, to, live }) => (
          <li key={done}>
            <ThemeIcon
              radius="xl"
              size={24}
              color={checklist[done] ? 'var(--good)' : 'gray'}
              variant={checklist[done] ? 'filled' : 'outline'}
              aria-hidden="true"
            >
              {checklist[done] && <Icon name="check" size={14} />}
            </ThemeIcon>
            <Stack gap={0}>
              {checklist[done] ? (
                <Text size="sm" c="dimmed">
                  <s>{title}</s> Done
                </Text>
              ) : (
                <TextLink to={to} {...(live ? { search: { env: 'live' } } : {})} size="sm" fw={500}>
                  {title}
                </TextLink>
              )}
              {!checklist[done] && (
                <Text size="xs" c="dimmed">
                  {text}
                </Text>
              )}
            </Stack>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
