import { Alert, Text } from '@mantine/core';
import { useNoMailNotice } from '../session/no-mail.ts';
import { useSession } from '../session/session.ts';
import { TextLink } from '../shared/text-link.tsx';
import { isBelow } from './navigation.ts';
import { useDashboardPath } from './sidebar.tsx';

/** Where members expect that something is mailed. */
const pages = [
  '/',
  '/invoices',
  '/refunds',
  '/settings/members',
  '/settings/notifications',
  '/developers/outbox',
];

/** For owners of a service without a mail server, until dismissed. */
export function NoMailNotice() {
  const path = useDashboardPath();
  const { shown, dismiss } = useNoMailNotice();
  const { is_operator } = useSession();
  if (!shown || !pages.some((page) => isBelow(path, page))) return null;
  return (
    <Alert
      role="note"
      color="gray"
      mb="lg"
      py="xs"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={dismiss}
    >
      <Text size="sm">
        <strong>E-mails are not sent.</strong> No mail server is set: invoices, receipts and invitations stay
        in the{' '}
        <TextLink to="/developers/outbox" inherit underline="always">
          outbox
        </TextLink>
        .{' '}
        {is_operator ? (
          <>
            Set one with <code>SMTP_URL</code>.
          </>
        ) : (
          'Ask the operator of this service to set one.'
        )}
      </Text>
    </Alert>
  );
}
