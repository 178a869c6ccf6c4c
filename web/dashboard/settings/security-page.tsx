import { PasswordInput } from '@mantine/core';
import { keepSession } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';
import { Page } from '../shared/page.tsx';
import { Panel } from '../shared/panel.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

export function SecurityPage() {
  return (
    <Page title="Security" description="Your own sign-in settings. Other members are not affected.">
      <PasswordPanel />
      <SecondFactor />
      <SessionsPanel />
    </Page>
  );
}

function PasswordPanel() {
  const api = useApi();
  const empty = { current_password: '', new_password: '' };
  const form = useForm({
    initial: empty,
    send: (values) => api.post('/dashboard/api/password', { body: values }),
    onDone(session) {
      keepSession(session);
      form.reset(empty);
      notifyDone('Password changed. You have been signed out on other devices.');
    },
  });
  return (
    <Panel title="Password">
      <Form form={form}>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          {...form.text('current_password')}
        />
        <PasswordInput
          label="New password"
          description="At least 10 characters."
          autoComplete="new-password"
          required
          {...form.text('new_password')}
        />
        <SubmitButton form={form} w="fit-content">
          Change password
        </SubmitButton>
      </Form>
    </Panel>
  );
}
