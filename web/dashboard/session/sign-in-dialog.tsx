import { Button, Modal, Stack, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { signInGate } from '../shared/api.ts';
import { facts } from '../shared/facts.ts';
import type { Session } from '../shared/types.ts';
import { keepSession, useSessionQuery } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Appears over a page when the session is over. What was typed beneath it stays, and what was sent is sent again. */
export function SignInDialog() {
  const closed = useSyncExternalStore(signInGate.subscribe, signInGate.isClosed);
  return (
    <Modal
      opened={closed}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Your session is over"
    >
      <SignInAgain />
    </Modal>
  );
}

function SignInAgain() {
  const { data: before } = useSessionQuery();
  const email = before?.member.email;
  const goOn = (session: Session) => {
    keepSession(session);
    signInGate.open(true);
  };
  const leave = () => {
    signInGate.open(false);
    location.assign(`${facts.site_path}/dashboard/sign-in`);
  };
  return (
    <Stack gap="md">
      <Text size="sm">Sign in to go on where you were. Nothing you typed is lost.</Text>
      <SignInForm {...(email === undefined ? {} : { email })} onSignedIn={goOn} />
      <Button variant="subtle" onClick={leave}>
        Leave this page
      </Button>
    </Stack>
  );
}
