import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../session/session.ts';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh } from '../shared/api/queries.ts';
import type { Approval } from '../shared/api/types.ts';
import { ConfirmationFields, noConfirmation } from '../shared/fields/confirmation-fields.tsx';
import { Form, SubmitButton } from '../shared/fields/form.tsx';
import { useForm } from '../shared/fields/use-form.ts';
import { notifyDone } from '../shared/notify.ts';
import { approvalsPath, consequence, rulesPath } from './approvals.ts';

/** Approve and decline, for members who may. Whoever asked can only withdraw it. */
export function ApprovalActions({ approval }: { approval: Approval }) {
  const [approving, approve] = useDisclosure(false);
  const [declining, decline] = useDisclosure(false);
  if (!useCan('approvals.write') || approval.state !== 'pending') return null;
  const no = approval.is_own ? 'Withdraw' : 'Decline';
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {!approval.is_own && (
        <Button size="compact-sm" onClick={approve.open}>
          Approve
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={decline.open}>
        {no}
      </Button>
      <Modal
        opened={approving}
        onClose={approve.close}
        title="Approve this?"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <ApproveForm approval={approval} onDone={approve.close} />
      </Modal>
      <Modal
        opened={declining}
        onClose={decline.close}
        title={`${no} this?`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <DeclineForm approval={approval} verb={no} onDone={decline.close} />
      </Modal>
    </Group>
  );
}

interface FormProps {
  approval: Approval;
  onDone(): void;
}

function ApproveForm({ approval, onDone }: FormProps) {
  const api = useApi();
  const refresh = useRefresh();
  const form = useForm({
    initial: noConfirmation,
    send: (body) =>
      api.post('/dashboard/api/approvals/{approval_id}/approve', {
        path: { approval_id: approval.approval_id },
        body,
      }),
    onDone() {
      notifyDone('Approved and done.');
      onDone();
      void refresh(approvalsPath);
      void refresh(rulesPath);
    },
  });
  return (
    <Form form={form}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {approval.asked_by} asks for this. {consequence(approval)}
      </Text>
      <Text size="sm">Ask {approval.asked_by} in person or by phone before you approve.</Text>
      <ConfirmationFields form={form} />
      <Group justify="flex-end">
        <SubmitButton form={form}>Approve</SubmitButton>
      </Group>
    </Form>
  );
}

function DeclineForm({ approval, verb, onDone }: FormProps & { verb: string }) {
  const api = useApi();
  const refresh = useRefresh();
  const form = useForm({
    initial: { reason: '' },
    send: (body) =>
      api.post('/dashboard/api/approvals/{approval_id}/decline', {
        path: { approval_id: approval.approval_id },
        body,
      }),
    onDone() {
      notifyDone(`${verb === 'Withdraw' ? 'Withdrawn' : 'Declined'}.`);
      onDone();
      void refresh(approvalsPath);
    },
  });
  return (
    <Form form={form}>
      <Text size="sm">It is not done. Whoever asked can ask again.</Text>
      <TextInput label="Reason" required data-autofocus {...form.text('reason')} />
      <Group justify="flex-end">
        <SubmitButton form={form} color="red">
          {verb}
        </SubmitButton>
      </Group>
    </Form>
  );
}
