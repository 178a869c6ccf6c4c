import { Alert, Button, type ButtonProps, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiError } from '../api/api-error.ts';
import { Icon } from '../icons.tsx';
import type { FormState } from './use-form.ts';

/** Errors of the whole form are shown at the top, errors of a field next to the field. */
export function Form({
  form,
  wide = false,
  children,
}: {
  form: FormState;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <form ref={form.element} onSubmit={form.submit} noValidate>
      <Stack gap="md" maw={wide ? undefined : '36rem'}>
        {form.problem && <Problem error={form.problem} />}
        {children}
      </Stack>
    </form>
  );
}

export function SubmitButton({
  form,
  children,
  ...props
}: { form: FormState; children: ReactNode } & ButtonProps) {
  return (
    <Button type="submit" loading={form.pending} {...props}>
      {children}
    </Button>
  );
}

/** The API's error message, with the request ID to quote to support. */
export function Problem({ error, action }: { error: ApiError; action?: ReactNode }) {
  return (
    <Alert color="red" icon={<Icon name="alert" />} role="alert" title={error.message}>
      {(error.requestId || action) && (
        <Group justify="space-between" gap="xs">
          {error.requestId && (
            <Text size="xs" c="dimmed">
              {error.code} · Request ID <span className="mono">{error.requestId}</span>
            </Text>
          )}
          {action}
        </Group>
      )}
    </Alert>
  );
}
