import { Center, Loader } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { SessionContext, useSessionQuery } from '../session/session.ts';
import { toApiError } from '../shared/api-error.ts';
import { ErrorState } from '../shared/states.tsx';

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

/** Redirects once, and remembers the page for after sign-in. */
function RedirectToSignIn() {
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    const { pathname, href } = router.latestLocation;
    if (pathname !== '/sign-in') void navigate({ to: '/sign-in', search: { next: href }, replace: true });
  }, [router, navigate]);
  return <Loading />;
}

function Loading() {
  return (
    <Center h="100dvh">
      <Loader aria-label="Loading" />
    </Center>
  );
}
