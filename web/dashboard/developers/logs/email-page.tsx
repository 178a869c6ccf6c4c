import { Alert, SegmentedControl, Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useResource } from '../../shared/api/queries.ts';
import type { EmailContent } from '../../shared/api/types.ts';
import { Icon } from '../../shared/icons.tsx';
import { useSearchValues } from '../../shared/lists/search.ts';
import { Page } from '../../shared/page.tsx';
import { Facts, Panel } from '../../shared/panel.tsx';
import { Load } from '../../shared/states.tsx';
import { StatusBadge, statusLabel } from '../../shared/status-badge.tsx';
import { When } from '../../shared/values.tsx';
import { CodeBlock } from '../code-block.tsx';
import { IdLink } from '../id-link.tsx';
import { MailFrame } from './mail-frame.tsx';

export function EmailPage() {
  const { emailId = '' } = useParams({ strict: false });
  const query = useResource('/dashboard/api/emails/{email_id}', { path: { email_id: emailId } });
  return (
    <Page title={query.data?.subject ?? 'E-mail'} back={{ to: '/developers/outbox', label: 'E-mail outbox' }}>
      <Load query={query}>{(email) => <EmailDetails email={email} />}</Load>
    </Page>
  );
}

function EmailDetails({ email }: { email: EmailContent }) {
  return (
    <Stack gap="lg">
      {email.last_error && (
        <Alert
          color="red"
          variant="light"
          icon={<Icon name="alert" />}
          title={email.status === 'failed' ? 'This e-mail could not be sent' : 'The last attempt failed'}
        >
          {email.last_error}
        </Alert>
      )}
      <Panel title="E-mail">
        <EmailFacts email={email} />
      </Panel>
      <MessagePanel email={email} />
    </Stack>
  );
}

function EmailFacts({ email }: { email: EmailContent }) {
  const { to, kind, status, attempts, resource_id, created_at, sent_at } = email;
  return (
    <Facts
      items={[
        { label: 'To', value: to },
        { label: 'Subject', value: email.subject },
        { label: 'Type', value: statusLabel(kind) },
        { label: 'Status', value: <StatusBadge status={status} /> },
        { label: 'Attempts', value: attempts },
        { label: 'Resource', value: <IdLink id={resource_id} /> },
        { label: 'Created', value: <When at={created_at} exact /> },
        ...(sent_at ? [{ label: 'Sent', value: <When at={sent_at} exact /> }] : []),
      ]}
    />
  );
}

function MessagePanel({ email }: { email: EmailContent }) {
  const { values, change } = useSearchValues();
  const view = values['view'] === 'text' ? 'text' : 'html';
  return (
    <Panel
      title="Message"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Message format"
          value={view}
          onChange={(chosen) => void change({ view: chosen === 'text' ? 'text' : undefined })}
          data={[
            { value: 'html', label: 'HTML' },
            { value: 'text', label: 'Text' },
          ]}
        />
      }
    >
      {view === 'html' ? (
        <MailFrame html={email.html} />
      ) : (
        <CodeBlock label="e-mail text" text={email.text} wrap />
      )}
    </Panel>
  );
}
