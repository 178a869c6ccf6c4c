import { Alert, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../session/session.ts';
import { TextLink } from '../shared/text-link.tsx';

/** For owners of a service without a mail server, until dismissed. */
export function NoMailNotice() {
  const { merchant, member, sends_mail } = useSession();
  const [hidden, setHidden] = useLocalStorage({
    key: `no-mail-hidden-${merchant.merchant_id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (sends_mail || hidden || member.role !== 'owner') return null;
  return (
    <Alert
      role="note"
      color="gray"
      mb="lg"
      title="E-mails are not sent"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={() => setHidden(true)}
    >
      <Text size="sm">
        No mail server is set: invoices, receipts and invitations stay in the{' '}
        <TextLink to="/developers/outbox" inherit underline="always">
          outbox
        </TextLink>
        . The operator of this service sets one with <code>SMTP_URL</code>.
      </Text>
    </Alert>
  );
}
