import { useState } from 'react';
import { createApi } from '../shared/api/api.ts';
import { useForm } from '../shared/fields/use-form.ts';
import { dashboardUrl, searchValue } from './addresses.ts';
import { LinkButton, PlainForm, PlainSubmit } from './fields.tsx';
import { Frame } from './frame.tsx';

const api = createApi('test');

/** The target of the link that an owner gets who was removed. It takes a click, because mail filters open links by themselves. */
export function RestorePage() {
  const [done, setDone] = useState(false);
  const form = useForm({
    initial: {},
    send: () =>
      api.post('/dashboard/api/members/restore', {
        body: { token: searchValue('token') ?? '' },
        waitForSignIn: false,
      }),
    onDone: () => setDone(true),
  });
  return (
    <Frame title={done ? 'You are an owner again' : 'Become an owner again'}>
      {done ? (
        <>
          <p role="status">
            Nobody can remove you for 24 hours, and live payout wallets that were not in effect yet are
            withdrawn. Look at the members, the API keys and the audit log now.
          </p>
          <LinkButton href={dashboardUrl('/settings/members')}>Sign in</LinkButton>
        </>
      ) : (
        <PlainForm form={form}>
          <p>Somebody took the owner role from you. If that should not have happened, undo it.</p>
          <PlainSubmit form={form}>Undo</PlainSubmit>
        </PlainForm>
      )}
    </Frame>
  );
}
