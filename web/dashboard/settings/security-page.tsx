import { PasswordInput } from '@mantine/core';
import { keepSession } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import { ConfirmationFields, noConfirmation } from '../shared/fields/confirmation-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';
import { Page } from '../shared/page.tsx';
import { Panel } from '../shared/panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

export function SecurityPage() {
  return (
    <Page beside title="Security" description="Your own sign-in settings. Other members are not affected.">
      <PasswordPanel />
      <PasskeysPanel />
      <SecondFactor />
      <SessionsPanel />
    </Page>
  );
}

function PasswordPanel() {
  const api = useApi();
  const empty = { new_password: '', ...noConfirmation };
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
          label="New password"
          description="At least 10 characters."
          autoComplete="new-password"
          required
          {...form.text('new_password')}
        />
        <ConfirmationFields form={form} tells="" />
        <SubmitButton form={form} variant="default" w="fit-content">
          Change password
        </SubmitButton>
      </Form>
    </Panel>
  );
}
