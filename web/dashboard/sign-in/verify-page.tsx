import { useState } from 'react';
import { createApi } from '../shared/api/api.ts';
import { useForm } from '../shared/fields/use-form.ts';
import { dashboardUrl, searchValue } from './addresses.ts';
import { LinkButton, PlainForm, PlainSubmit } from './fields.tsx';
import { Frame, PageLink } from './frame.tsx';

const api = createApi('test');

/** The target of the link that is mailed at sign-up. It takes a click, because mail filters open links by themselves. */
export function VerifyPage() {
  const [done, setDone] = useState(false);
  const form = useForm({
    initial: {},
    send: () =>
      api.post('/dashboard/api/email/verify', {
        body: { token: searchValue('token') ?? '' },
        waitForSignIn: false,
      }),
    onDone: () => setDone(true),
  });
  return (
    <Frame
      title={done ? 'E-mail address confirmed' : 'Confirm your e-mail address'}
      foot={!done && <PageLink to="/">Sign in to request a new link</PageLink>}
    >
      {done ? (
        <>
          <p role="status">You can now send invoices and invitations.</p>
          <LinkButton href={dashboardUrl('/')}>Go to the dashboard</LinkButton>
        </>
      ) : (
        <PlainForm form={form}>
          <p>Confirm that the address we have written to is yours.</p>
          <PlainSubmit form={form}>Confirm e-mail address</PlainSubmit>
        </PlainForm>
      )}
    </Frame>
  );
}
