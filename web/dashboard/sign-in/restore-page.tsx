import { useState } from 'react';
import { createApi } from '../shared/api/api.ts';
import { useForm } from '../shared/fields/use-form.ts';
import { dashboardUrl, searchValue } from './addresses.ts';
import { LinkButton, PlainForm, PlainSubmit } from './fields.tsx';
import { Frame } from './frame.tsx';

const api = createApi('test');

/** The target of the link that an owner or approver gets who was removed. It takes a click, because mail filters open links by themselves. */
export function RestorePage() {
  const [role, setRole] = useState<'owner' | 'approver' | null>(null);
  const form = useForm({
    initial: {},
    send: () =>
      api.post('/dashboard/api/members/restore', {
        body: { token: searchValue('token') ?? '' },
        waitForSignIn: false,
      }),
    onDone: (back) => setRole(back.role),
  });
  return (
    <Frame title={role ? `You are an ${role} again` : 'Get your role back'}>
      {role ? (
        <>
          <p role="status">
            {role === 'owner'
              ? 'Nobody can remove you for 24 hours. Live payout wallets that were not in effect yet are withdrawn, and no API key may name addresses any more. Look at the members, the API keys and the audit log now.'
              : 'Nobody can remove you for 24 hours. You can decline what waits for an approval at once, and approve after a day.'}
          </p>
          <LinkButton href={dashboardUrl('/settings/members')}>Sign in</LinkButton>
        </>
      ) : (
        <PlainForm form={form}>
          <p>Somebody took your role from you. If that should not have happened, undo it.</p>
          <PlainSubmit form={form}>Undo</PlainSubmit>
        </PlainForm>
      )}
    </Frame>
  );
}
