import { Group, NativeSelect, Radio, Stack } from '@mantine/core';
import { keepTestKey } from '../../../shared/test-key.ts';
import { useCan, useSession } from '../../session/session.ts';
import { useApi, useEnvironment } from '../../shared/api/environment.ts';
import { useRefresh } from '../../shared/api/queries.ts';
import type { Key } from '../../shared/api/types.ts';
import {
  ConfirmationFields,
  noConfirmation,
  useIsConfirmed,
} from '../../shared/fields/confirmation-fields.tsx';
import { Form, SubmitButton } from '../../shared/fields/form.tsx';
import { useForm } from '../../shared/fields/use-form.ts';
import { notifyDone } from '../../shared/notify.ts';
import { readAddresses } from '../webhooks/addresses.ts';
import { SecretDialog } from '../webhooks/secret-dialog.tsx';
import { KeyFields } from './key-fields.tsx';
import { everything, KeyPermissions, permissionsOf } from './key-permissions.tsx';
import { keysPath } from './keys.ts';

const dayMs = 86_400_000;
const expiries = [
  { value: '', label: 'Never' },
  ...[7, 30, 90, 365].map((days) => ({ value: String(days), label: `In ${days} days` })),
];

/** The key form, then the new key. */
export function CreateKeyDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const environment = useEnvironment();
  return (
    <SecretDialog
      opened={opened}
      onClose={onClose}
      title={`Create ${environment} key`}
      secretTitle={`Your new ${environment} key`}
      label="API key"
    >
      {(show) => <CreateKeyForm onDone={({ key }) => show(key)} />}
    </SecretDialog>
  );
}

function CreateKeyForm({ onDone }: { onDone(key: Key): void }) {
  const api = useApi();
  const refresh = useRefresh();
  const { merchant } = useSession();
  const isLive = useIsConfirmed();
  const canPayOut = useCan('payouts.write');
  const access = useCan('settings.write')
    ? 'Full access to the API.'
    : 'Can do what your role allows. An owner can create keys with full access.';
  const form = useForm({
    initial: {
      name: '',
      kind: 'secret',
      allowed_ips: '',
      strict: false,
      ...everything,
      expires_in_days: '',
      ...noConfirmation,
    },
    send: (
      { name, kind, allowed_ips, strict, expires_in_days: days, password, code, passkey, ...chosen },
      idempotencyKey,
    ) =>
      api.post(keysPath, {
        form: {
          name,
          kind,
          allowed_ips: readAddresses(allowed_ips),
          strict,
          permissions: kind === 'secret' ? permissionsOf(chosen) : null,
          expires_at: days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString(),
          password,
          code,
          ...(passkey ? { passkey } : {}),
        },
        idempotencyKey,
      }),
    onDone(key, { kind, ...chosen }) {
      const isAsked = canPayOut && kind === 'secret' && paysOut(permissionsOf(chosen));
      if (isAsked && !paysOut(key.permissions))
        notifyDone('Another member has to approve payouts by this key. See Approvals.');
      if (key.key && worksInSamples(key)) keepTestKey({ merchant_id: merchant.merchant_id, key: key.key });
      onDone(key);
      void refresh(keysPath);
    },
  });
  return (
    <Form form={form}>
      <KeyFields form={form} />
      <Radio.Group
        label="Type"
        name="kind"
        value={form.values.kind}
        onChange={(kind) => form.set('kind', kind)}
        error={form.errorOf('kind')}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="secret" label="Secret key" description={`For your server. ${access}`} />
          <Radio
            value="publishable"
            label="Publishable key"
            description="For payment buttons on your website. Safe to publish."
          />
        </Stack>
      </Radio.Group>
      {form.values.kind === 'secret' && <KeyPermissions form={form} />}
      <NativeSelect label="Expires" data={expiries} {...form.text('expires_in_days')} />
      {isLive && <ConfirmationFields form={form} />}
      <Group justify="flex-end">
        <SubmitButton form={form}>Create key</SubmitButton>
      </Group>
    </Form>
  );
}

/** Null: everything. */
function paysOut(permissions: readonly string[] | null): boolean {
  return permissions === null || permissions.includes('payouts.write');
}

/** The guides show samples of every resource. */
function worksInSamples({ kind, environment, permissions }: Key): boolean {
  return kind === 'secret' && environment === 'test' && permissions === null;
}
