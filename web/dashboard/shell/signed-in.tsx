import { Center, Loader } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { SessionContext, useSessionQuery } from '../session/session.ts';
import { toApiError } from '../shared/api-error.ts';
import { ErrorState } from '../shared/states.tsx';

/** Shows its children to whoever is signed in, and everybody else the way in. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data: session, error, refetch } = useSessionQuery();
  if (session) return <SessionContext value={session}>{children}</SessionContext>;
  if (!error) return <Waiting />;
  if (toApiError(error).code === 'UNAUTHORIZED') return <ToSignIn />;
  return (
    <Center h="100dvh" p="md">
      <ErrorState error={error} onRetry={() => void refetch()} />
    </Center>
  );
}

/** Leaves once, and remembers where from. */
function ToSignIn() {
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    const { pathname, href } = router.latestLocation;
    if (pathname !== '/sign-in') void navigate({ to: '/sign-in', search: { next: href }, replace: true });
  }, [router, navigate]);
  return <Waiting />;
}

function Waiting() {
  return (
    <Center h="100dvh">
      <Loader aria-label="Loading" />
    </Center>
  );
}
