import { useEffect, useState } from 'react';
import { createApi } from '../shared/api/api.ts';
import { type ApiError, toApiError } from '../shared/api/api-error.ts';
import type { Invitation } from '../shared/api/types.ts';
import { useForm } from '../shared/fields/use-form.ts';
import { enterDashboard, searchValue } from './addresses.ts';
import { Field, NewPasswordField, PlainForm, PlainProblem, PlainSubmit } from './fields.tsx';
import { Frame, PageLink } from './frame.tsx';

const api = createApi('test');

/** The target of the link in an invitation e-mail. */
export function InvitationPage() {
  const token = searchValue('token') ?? '';
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    api
      .get('/dashboard/api/invitations/{token}', { path: { token }, waitForSignIn: false })
      .then(setInvitation, (thrown: unknown) => {
        setError(toApiError(thrown));
      });
  }, [token]);
  if (error?.code === 'LINK_EXPIRED') return <NotValid />;
  return (
    <Frame title={invitation ? `Join ${invitation.merchant_name}` : 'Invitation'}>
      {error && <PlainProblem error={error} />}
      {invitation && <AcceptForm token={token} invitation={invitation} />}
      {!error && !invitation && <p role="status">Loading…</p>}
    </Frame>
  );
}

function NotValid() {
  return (
    <Frame title="This invitation is not valid" foot={<PageLink to="/">Sign in</PageLink>}>
      <p role="alert">
        It was already used, has expired or was replaced by a newer one. If you have accepted it, sign in.
        Otherwise ask who invited you for a new one.
      </p>
    </Frame>
  );
}

function AcceptForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const form = useForm({
    initial: { password: '' },
    send: (values) =>
      api.post('/dashboard/api/invitations/{token}/accept', {
        path: { token },
        body: values,
        waitForSignIn: false,
      }),
    onDone: () => enterDashboard(),
  });
  return (
    <PlainForm form={form}>
      <p>
        You have been invited to {invitation.merchant_name} with the role <strong>{invitation.role}</strong>.
        Choose a password to accept.
      </p>
      <Field label="E-mail" value={invitation.email} readOnly autoComplete="username" />
      <NewPasswordField label="Password" {...form.text('password')} />
      <PlainSubmit form={form}>Accept invitation</PlainSubmit>
    </PlainForm>
  );
}
