import { Button, CloseButton, Code, Stack, Text, ThemeIcon } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import type { Checklist as List } from '../shared/api/types.ts';
import { Icon } from '../shared/icons.tsx';
import { Panel } from '../shared/panel.tsx';
import { TextLink } from '../shared/text-link.tsx';
import { useAction } from '../shared/use-action.ts';
import classes from './checklist.module.css';
import { type Step, stepsOf } from './checklist-steps.ts';
import { FirstPayment } from './first-payment.tsx';

/** First steps for a new merchant, until the member dismisses them. */
export function Checklist({ checklist }: { checklist: List }) {
  const api = useApi();
  const { is_operator } = useSession();
  const [isHidden, setHidden] = useState(checklist.hidden);
  const { run: hide, pending } = useAction(async () => {
    await api.patch('/dashboard/api/checklist', { body: { hidden: true } });
    setHidden(true);
  });
  if (isHidden) return null;
  const steps = stepsOf(checklist, is_operator);
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length)
    return (
      <Panel
        title="You are all set"
        description="All first steps are done, in test mode and live."
        actions={
          <Button size="xs" variant="default" loading={pending} onClick={() => void hide(undefined)}>
            Dismiss
          </Button>
        }
      >
        {null}
      </Panel>
    );
  return (
    <Panel
      title="Get started"
      description={`${done} of ${steps.length} done`}
      actions={<CloseButton aria-label="Dismiss" disabled={pending} onClick={() => void hide(undefined)} />}
    >
      {!checklist.has_test_payment && <FirstPayment />}
      <ol className={classes['steps']}>
        {steps.map((step) => (
          <li key={step.title}>
            <StepItem step={step} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function StepItem({ step }: { step: Step }) {
  const { done, title, text, to, live, command } = step;
  return (
    <>
      <ThemeIcon
        radius="xl"
        size={24}
        color={done ? 'var(--good)' : 'gray'}
        variant={done ? 'filled' : 'outline'}
        aria-hidden="true"
      >
        {done && <Icon name="check" size={14} />}
      </ThemeIcon>
      <Stack gap={0}>
        {done ? (
          <Text size="sm" c="dimmed">
            {title} <span className="unseen">Done</span>
          </Text>
        ) : (
          <TextLink to={to} {...(live ? { search: { env: 'live' } } : {})} size="sm" fw={500}>
            {title}
          </TextLink>
        )}
        {!done && (
          <Text size="xs" c="dimmed">
            {text} {command && <Code>{command}</Code>}
          </Text>
        )}
      </Stack>
    </>
  );
}
