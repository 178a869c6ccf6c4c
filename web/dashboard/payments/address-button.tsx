import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import type { Refund } from '../shared/api/types.ts';
import { chainName } from '../shared/facts.ts';
import { AddressForm } from '../shared/fields/address-form.tsx';
import { ClaimLinkPart } from '../shared/fields/claim-link-part.tsx';
import { Money } from '../shared/values.tsx';

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
        <RefundClaimLink refundId={refund.refund_id} />
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

function RefundClaimLink({ refundId }: { refundId: string }) {
  const api = useApi();
  const path = { refund_id: refundId };
  return (
    <ClaimLinkPart
      make={(body) => api.post('/dashboard/api/refunds/{refund_id}/claim_link', { path, body })}
    />
  );
}
