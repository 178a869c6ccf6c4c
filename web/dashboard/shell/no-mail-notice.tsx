import { Alert, Text } from '@mantine/core';
import { useNoMailNotice } from '../session/no-mail.ts';
import { TextLink } from '../shared/text-link.tsx';

/** For owners of a service without a mail server, until dismissed. */
export function NoMailNotice() {
  const { shown, dismiss } = useNoMailNotice();
  if (!shown) return null;
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
        . The operator of this service sets one with <code>SMTP_URL</code>.
      </Text>
    </Alert>
  );
}
