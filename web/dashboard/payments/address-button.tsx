import { Button, Divider, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useCan } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import type { Refund, RefundClaimLink } from '../shared/api/types.ts';
import { chainName } from '../shared/facts.ts';
import { AddressForm } from '../shared/fields/address-form.tsx';
import { MoneyConfirmation, noConfirmation, useIsConfirmed } from '../shared/fields/confirmation-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { ShareLink } from '../shared/share-link.tsx';
import { Money, When } from '../shared/values.tsx';

/** For a refund that waits for an address. */
export function AddressButton({ refund }: { refund: Refund }) {
  const canRefund = useCan('refunds.write');
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Text size="xs" c="dimmed">
        {refund.claim_emailed ? 'Waits for the customer’s address' : 'Needs an address: no e-mail to ask'}
      </Text>
      {canRefund && (
        <Button size="compact-xs" variant="default" onClick={dialog.open} aria-haspopup="dialog">
          Enter address
        </Button>
      )}
      <Modal
        opened={opened}
        onClose={dialog.close}
        title="Refund address"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <RefundAddress refund={refund} onClose={dialog.close} />
        <ClaimLinkPart refund={refund} />
      </Modal>
    </>
  );
}

function RefundAddress({ refund, onClose }: { refund: Refund; onClose(): void }) {
  const api = useApi();
  return (
    <AddressForm
      send={(body) =>
        api.post('/dashboard/api/refunds/{refund_id}/address', {
          path: { refund_id: refund.refund_id },
          body,
        })
      }
      submit="Send refund"
      done="Refund address saved."
      refreshed={['/dashboard/api/payments', '/api/v1/refunds']}
      onClose={onClose}
    >
      Nobody knows where to send <Money amount={refund.amount} currency={refund.currency} />: the payer is
      unknown, an exchange, or takes no money.{' '}
      {refund.claim_emailed
        ? 'The customer was mailed a link to give an address. You can also enter it here.'
        : 'There is no e-mail address to ask the customer at. Enter the address here, or send the customer a link.'}{' '}
      It must be on {chainName(refund.chain)} and cannot be changed afterwards.
    </AddressForm>
  );
}

/** Links are made when they are asked for: the server keeps only their hashes. */
function ClaimLinkPart({ refund }: { refund: Refund }) {
  const api = useApi();
  const isConfirmed = useIsConfirmed();
  const [link, setLink] = useState<RefundClaimLink | null>(null);
  const [asking, ask] = useDisclosure(!isConfirmed);
  const form = useForm({
    initial: noConfirmation,
    send: (body) =>
      api.post('/dashboard/api/refunds/{refund_id}/claim_link', {
        path: { refund_id: refund.refund_id },
        body,
      }),
    onDone: setLink,
  });
  return (
    <Stack gap="xs" mt="md">
      <Divider label="or let the customer enter it" />
      {link && (
        <>
          <ShareLink url={link.claim_url} label="Claim link" open="Open" />
          <Text size="xs" c="dimmed">
            Whoever has this link decides where the money goes: send it only to your customer. It works until{' '}
            <When at={link.expires_at} exact />.
          </Text>
        </>
      )}
      {!link && !asking && (
        <Button variant="default" onClick={ask.open}>
          Get a link to send
        </Button>
      )}
      {!link && asking && (
        <Form form={form}>
          <MoneyConfirmation form={form} />
          <SubmitButton form={form} variant="default">
            Get a link to send
          </SubmitButton>
        </Form>
      )}
    </Stack>
  );
}
