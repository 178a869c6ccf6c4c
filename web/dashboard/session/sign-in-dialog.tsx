import { Button, Modal, Stack, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { signInGate } from '../shared/api/api.ts';
import type { Session } from '../shared/api/types.ts';
import { signInUrl } from '../sign-in/addresses.ts';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { keepSession, useSessionQuery } from './session.ts';

/** Opens over the page when the session has expired. Form input is kept and pending requests are sent again. */
export function SignInDialog() {
  const closed = useSyncExternalStore(signInGate.subscribe, signInGate.isClosed);
  return (
    <Modal
      opened={closed}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Your session has expired"
    >
      <SignInAgain />
    </Modal>
  );
}

function SignInAgain() {
  const { data: before } = useSessionQuery();
  const email = before?.member.email;
  const resume = (session: Session) => {
    keepSession(session);
    signInGate.open(true);
  };
  const leave = () => {
    signInGate.open(false);
    location.assign(signInUrl());
  };
  return (
    <Stack gap="md">
      <Text size="sm">Sign in to continue. Your changes on this page are kept.</Text>
      <SignInForm {...(email === undefined ? {} : { email })} onSignedIn={resume} />
      <Button variant="subtle" onClick={leave}>
        Leave this page
      </Button>
    </Stack>
  );
}
