import { Center } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { SessionContext, useSessionQuery } from '../session/session.ts';
import { toApiError } from '../shared/api/api-error.ts';
import { useSkeletonEnd } from '../shared/skeleton-end.ts';
import { ErrorState } from '../shared/states.tsx';
import { signInUrl } from '../sign-in/addresses.ts';

/** Shows its children to signed-in members and redirects everyone else to the sign-in page. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data: session, error, refetch } = useSessionQuery();
  if (session) return <SessionContext value={session}>{children}</SessionContext>;
  // The server's skeleton is seen until then.
  if (!error) return null;
  if (toApiError(error).code === 'UNAUTHORIZED') return <RedirectToSignIn />;
  return <Failed error={error} onRetry={() => void refetch()} />;
}

function Failed(props: { error: unknown; onRetry(): void }) {
  useSkeletonEnd();
  return (
    <Center h="100dvh" p="md">
      <ErrorState {...props} />
    </Center>
  );
}

/** Remembers the page for after sign-in. */
function RedirectToSignIn() {
  const router = useRouter();
  useEffect(() => location.replace(signInUrl(router.latestLocation.href)), [router]);
  return null;
}
