import { Alert, Anchor, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSession } from '../../session/session.ts';
import { useApi, useEnvironment } from '../api/environment.ts';
import { type Assertion, canUsePasskeys, confirmWithPasskey } from '../passkeys.ts';
import { TextLink } from '../text-link.tsx';
import type { useForm } from './use-form.ts';

/** A passkey, or password and second factor, asked for again before what a stolen session must not do. */
export interface Confirmation {
  password: string;
  code: string;
  passkey?: Assertion;
}

export const noConfirmation: Confirmation = { password: '', code: '' };

/** Test money needs no confirmation. */
export function useIsConfirmed(): boolean {
  return useEnvironment() === 'live';
}

interface ConfirmedForm {
  text(name: 'password' | 'code'): Omit<TextProps, 'name'> & { name: string };
  addBeforeSending(ask: (() => Promise<{ passkey: Assertion }>) | null): void;
}
type TextProps = ReturnType<ReturnType<typeof useForm<Confirmation, unknown>>['text']>;

/** Asked for before live money can go to a new place at once. Shown in live mode only. */
export function MoneyConfirmation({ form }: { form: ConfirmedForm }) {
  const { member } = useSession();
  if (!useIsConfirmed()) return null;
  if (member.totp_enabled || member.passkeys > 0) return <ConfirmationFields form={form} />;
  return (
    <Alert color="yellow" title="A passkey or two-factor authentication is needed">
      Money can be sent to a new address a day after you have set one up, under{' '}
      <TextLink to="/settings/security" size="sm" underline="always">
        Settings, Security
      </TextLink>
      .
    </Alert>
  );
}

interface FieldsProps {
  form: ConfirmedForm;
  /** Who gets an e-mail about it. */
  tells?: string;
}

/** What a stolen session lacks: a passkey, or the password and the code of members who have a second factor. */
export function ConfirmationFields({ form, tells = 'All owners get an e-mail.' }: FieldsProps) {
  const { member } = useSession();
  const [byPasskey, setByPasskey] = useState(member.passkeys > 0 && canUsePasskeys());
  return (
    <Stack gap="xs">
      {byPasskey ? (
        <PasskeyConfirmation form={form} onOther={() => setByPasskey(false)} />
      ) : (
        <PasswordAndCode form={form} needsCode={member.totp_enabled || member.passkeys > 0} />
      )}
      {tells && (
        <Text size="xs" c="dimmed">
          {tells}
        </Text>
      )}
    </Stack>
  );
}

/** The browser asks for the passkey when the form is sent. */
function PasskeyConfirmation({ form, onOther }: { form: ConfirmedForm; onOther(): void }) {
  const api = useApi();
  const { addBeforeSending } = form;
  useEffect(() => {
    addBeforeSending(async () => ({ passkey: await confirmWithPasskey(api) }));
    return () => addBeforeSending(null);
  }, [addBeforeSending, api]);
  return (
    <Text size="sm">
      Confirm with your passkey: your browser asks for it next.{' '}
      <Anchor component="button" type="button" size="sm" onClick={onOther}>
        Use your password instead
      </Anchor>
    </Text>
  );
}

function PasswordAndCode({ form, needsCode }: { form: ConfirmedForm; needsCode: boolean }) {
  return (
    <>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        {...form.text('password')}
      />
      {needsCode && (
        <TextInput
          label="Code"
          description="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          required
          {...form.text('code')}
        />
      )}
    </>
  );
}
