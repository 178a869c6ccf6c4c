import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createApi } from '../shared/api.ts';
import { Form, SubmitButton } from '../shared/form.tsx';
import { useSearchValues } from '../shared/search.ts';
import { Load } from '../shared/states.tsx';
import type { Role, Session } from '../shared/types.ts';
import { useForm } from '../shared/use-form.ts';
import { SessionFrame } from './frame.tsx';
import { keepSession } from './session.ts';

const api = createApi('test');

interface Invitation {
  merchant_name: string;
  email: string;
  role: Role;
}

/** The target of the link in an invitation e-mail. */
export function InvitationPage() {
  const { values } = useSearchValues();
  const path = `/dashboard/api/invitations/${encodeURIComponent(values['token'] ?? '')}`;
  const query = useQuery({
    queryKey: [path],
    queryFn: () => api.get<Invitation>(path, {}, { waitForSignIn: false }),
  });
  return (
    <SessionFrame title={query.data ? `Join ${query.data.merchant_name}` : 'Invitation'}>
      <Load query={query}>{(invitation) => <AcceptForm path={path} invitation={invitation} />}</Load>
    </SessionFrame>
  );
}

function AcceptForm({ path, invitation }: { path: string; invitation: Invitation }) {
  const navigate = useNavigate();
  const form = useForm({
    initial: { password: '' },
    send: (values) => api.post<Session>(`${path}/accept`, values, { waitForSignIn: false }),
    onDone(session) {
      keepSession(session);
      void navigate({ to: '/', replace: true, search: {} });
    },
  });
  return (
    <Form form={form}>
      <Text size="sm">
        You have been invited to {invitation.merchant_name} with the role <strong>{invitation.role}</strong>.
        Choose a password to accept.
      </Text>
      <TextInput label="E-mail" value={invitation.email} readOnly autoComplete="username" />
      <PasswordInput
        label="Password"
        description="At least 10 characters."
        autoComplete="new-password"
        required
        {...form.text('password')}
      />
      <SubmitButton form={form} fullWidth>
        Accept invitation
      </SubmitButton>
    </Form>
  );
}
