import { Alert, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useSession } from '../../session/session.ts';
import { useEnvironment } from '../api/environment.ts';
import { TextLink } from '../text-link.tsx';
import type { useForm } from './use-form.ts';

/** Password and second factor, asked for again before what a stolen session must not do. */
export interface Confirmation {
  password: string;
  code: string;
}

export const noConfirmation: Confirmation = { password: '', code: '' };

/** Test money needs no confirmation. */
export function useIsConfirmed(): boolean {
  return useEnvironment() === 'live';
}

interface ConfirmedForm {
  text(name: keyof Confirmation): Omit<TextProps, 'name'> & { name: string };
}
type TextProps = ReturnType<ReturnType<typeof useForm<Confirmation, unknown>>['text']>;

/** Asked for before live money can go to a new place at once. Shown in live mode only. */
export function MoneyConfirmation({ form }: { form: ConfirmedForm }) {
  const { member } = useSession();
  if (!useIsConfirmed()) return null;
  if (member.totp_enabled) return <ConfirmationFields form={form} />;
  return (
    <Alert color="yellow" title="Two-factor authentication is needed">
      Money can be sent to a new address a day after you have turned it on, under{' '}
      <TextLink to="/settings/security" size="sm" underline="always">
        Settings, Security
      </TextLink>
      .
    </Alert>
  );
}

/** Password, and the code of members who have a second factor: what a stolen session lacks. */
export function ConfirmationFields({ form }: { form: ConfirmedForm }) {
  const { member } = useSession();
  return (
    <Stack gap="xs">
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        {...form.text('password')}
      />
      {member.totp_enabled && (
        <TextInput
          label="Code"
          description="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          required
          {...form.text('code')}
        />
      )}
      <Text size="xs" c="dimmed">
        All owners get an e-mail.
      </Text>
    </Stack>
  );
}
