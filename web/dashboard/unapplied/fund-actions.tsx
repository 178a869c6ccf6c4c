import { Button, Group, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { UnappliedFund } from '../shared/api/types.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { chainName } from '../shared/facts.ts';
import { AddressForm } from '../shared/fields/address-form.tsx';
import { ClaimLinkPart } from '../shared/fields/claim-link-part.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';
import { TokenAmount } from '../shared/values.tsx';
import { isActionable } from './unapplied.ts';

const listPath = '/dashboard/api/unapplied_funds';

export function FundActions({ fund }: { fund: UnappliedFund }) {
  const canResolve = useCan('refunds.write');
  const [returning, returnDialog] = useDisclosure(false);
  const [crediting, creditDialog] = useDisclosure(false);
  if (!canResolve || !isActionable(fund)) return null;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button size="xs" variant="default" onClick={returnDialog.open} aria-haspopup="dialog">
        Return
      </Button>
      <Button size="xs" variant="default" onClick={creditDialog.open} aria-haspopup="dialog">
        Credit
      </Button>
      <Modal
        opened={returning}
        onClose={returnDialog.close}
        title="Return money"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <ReturnForm fund={fund} onClose={returnDialog.close} />
        <FundClaimLink fund={fund} onClose={returnDialog.close} />
      </Modal>
      <CreditDialog fund={fund} opened={crediting} onClose={creditDialog.close} />
    </Group>
  );
}

function ReturnForm({ fund, onClose }: { fund: UnappliedFund; onClose(): void }) {
  const api = useApi();
  const { payer_address: payer } = fund;
  return (
    <AddressForm
      send={(given, idempotencyKey) => {
        const path = { unapplied_id: fund.unapplied_id };
        return given.address === payer
          ? api.post('/api/v1/unapplied_funds/{unapplied_id}/return', { path, body: {}, idempotencyKey })
          : api.post('/dashboard/api/unapplied_funds/{unapplied_id}/return', { path, body: given });
      }}
      known={payer}
      initial={payer ?? ''}
      description={
        payer
          ? 'The address that paid. If it belongs to an exchange, ask your customer for another.'
          : 'It is not known who paid: a contract sent it, or a wallet sent another token than the customer had chosen. Ask your customer for an address.'
      }
      submit="Return"
      done={(outcome) => (isOpen(outcome) ? customerMailed : 'Return started.')}
      refreshed={[listPath]}
      onClose={onClose}
    >
      <Amount fund={fund} /> will be sent on {chainName(fund.chain)}. This cannot be undone.
    </AddressForm>
  );
}

const customerMailed = 'The customer was mailed a link to say where to send it.';

/** Money that is returned stays open while the customer is asked for an address. */
function isOpen(outcome: unknown): boolean {
  return typeof outcome === 'object' && outcome !== null && 'status' in outcome && outcome.status === 'open';
}

function FundClaimLink({ fund, onClose }: { fund: UnappliedFund; onClose(): void }) {
  const api = useApi();
  const path = { unapplied_id: fund.unapplied_id };
  return (
    <ClaimLinkPart
      make={(body) => api.post('/dashboard/api/unapplied_funds/{unapplied_id}/claim_link', { path, body })}
    >
      {!fund.payer_address && !fund.claim_emailed && <AskByMail fund={fund} onClose={onClose} />}
    </ClaimLinkPart>
  );
}

/** For a payer whom nobody knows. With an exchange's address, returning the money to it asks the customer too. */
function AskByMail({ fund, onClose }: { fund: UnappliedFund; onClose(): void }) {
  const api = useApi();
  const refresh = useRefresh();
  const path = { unapplied_id: fund.unapplied_id };
  const form = useForm({
    initial: {},
    send: (body, idempotencyKey) =>
      api.post('/api/v1/unapplied_funds/{unapplied_id}/return', { path, body, idempotencyKey }),
    onDone: () => {
      notifyDone(customerMailed);
      void refresh(listPath);
      onClose();
    },
  });
  return (
    <Form form={form}>
      <SubmitButton form={form} variant="default">
        Ask the customer by e-mail
      </SubmitButton>
    </Form>
  );
}

function CreditDialog({ fund, ...dialog }: { fund: UnappliedFund; opened: boolean; onClose(): void }) {
  const api = useApi();
  const refresh = useRefresh();
  return (
    <ConfirmDialog
      {...dialog}
      title="Credit money"
      confirm="Credit"
      danger={false}
      onConfirm={async (idempotencyKey) => {
        await api.post('/api/v1/unapplied_funds/{unapplied_id}/credit', {
          path: { unapplied_id: fund.unapplied_id },
          idempotencyKey,
        });
        await refresh(listPath);
        notifyDone('Added to your balance.');
      }}
    >
      <Amount fund={fund} /> will be added to your balance, less the operator’s fee. It can then no longer be
      returned from here.
    </ConfirmDialog>
  );
}

function Amount({ fund: { token, token_amount } }: { fund: UnappliedFund }) {
  return <TokenAmount amount={token_amount ?? ''} token={token} />;
}
