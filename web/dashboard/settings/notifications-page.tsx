import { Alert, NativeSelect, Switch } from '@mantine/core';
import { useNoMailNotice } from '../session/no-mail.ts';
import { useSession } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import { useResource } from '../shared/api/queries.ts';
import type { NoticeChoices } from '../shared/api/types.ts';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { languageOptions } from '../shared/fields/languages.ts';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';
import { Page } from '../shared/page.tsx';
import { Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';

const path = '/dashboard/api/notices';

export function NotificationsPage() {
  const query = useResource(path, {});
  const { sends_mail, member, is_operator } = useSession();
  const { shown: alreadySaid } = useNoMailNotice();
  return (
    <Page
      beside
      title="Notifications"
      description={`E-mails to ${member.email}. Other members choose their own. Applies to test mode and live mode.`}
    >
      {!sends_mail && !alreadySaid && (
        <Alert role="note" color="gray" title="E-mails are not sent">
          {is_operator ? (
            <>
              Set a mail server with <code>SMTP_URL</code>.
            </>
          ) : (
            'Ask the operator of this service to set a mail server.'
          )}
        </Alert>
      )}
      <Load query={query}>{(choices) => <ChoicesForm choices={choices} />}</Load>
    </Page>
  );
}

const kinds = [
  {
    name: 'payment_received',
    label: 'Payment received',
    description:
      'One e-mail for each of the first 10 payments of a day (UTC), then one summary on the next day.',
  },
  {
    name: 'payout_sent',
    label: 'Payout sent',
    description: 'When a payout has arrived at your wallet. The same limit applies.',
  },
  {
    name: 'refund_waiting',
    label: 'Refund waits for your balance',
    description: 'When a refund is asked for that your balance does not cover. The same limit applies.',
  },
  {
    name: 'endpoint_failing',
    label: 'Webhook endpoint failing',
    description: 'When no delivery has succeeded for an hour, and when an endpoint is disabled.',
  },
  {
    name: 'test_mode',
    label: 'Also in test mode',
    description: 'Endpoints that are disabled are reported in test mode even if this is off.',
  },
] as const;

function ChoicesForm({ choices }: { choices: NoticeChoices }) {
  const api = useApi();
  const form = useForm({
    initial: { ...choices, locale: choices.locale ?? 'en' },
    send: (values) => api.patch(path, { form: values }),
    onDone: () => notifyDone('Notifications saved.'),
  });
  return (
    <Panel title="Tell me about">
      <Form form={form}>
        {kinds.map(({ name, label, description }) => (
          <Switch
            key={name}
            name={name}
            label={label}
            description={description}
            checked={form.values[name]}
            onChange={({ currentTarget }) => form.set(name, currentTarget.checked)}
          />
        ))}
        <NativeSelect label="Language of these e-mails" data={languageOptions} {...form.text('locale')} />
        <SubmitButton form={form} w="fit-content">
          Save
        </SubmitButton>
      </Form>
    </Panel>
  );
}
