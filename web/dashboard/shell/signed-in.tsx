import { Center, Loader } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { SessionContext, useSessionQuery } from '../session/session.ts';
import { toApiError } from '../shared/api/api-error.ts';
import { ErrorState } from '../shared/states.tsx';
import { signInUrl } from '../sign-in/addresses.ts';

/** Shows its children to signed-in members and redirects everyone else to the sign-in page. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data: session, error, refetch } = useSessionQuery();
  if (session) return <SessionContext value={session}>{children}</SessionContext>;
  if (!error) return <Loading />;
  if (toApiError(error).code === 'UNAUTHORIZED') return <RedirectToSignIn />;
  return (
    <Center h="100dvh" p="md">
      <ErrorState error={error} onRetry={() => void refetch()} />
    </Center>
  );
}

/** Remembers the page for after sign-in. */
function RedirectToSignIn() {
  const router = useRouter();
  useEffect(() => location.replace(signInUrl(router.latestLocation.href)), [router]);
  return <Loading />;
}

function Loading() {
  return (
    <Center h="100dvh">
      <Loader aria-label="Loading" />
    </Center>
  );
}
