import { Center, Loader } from '@mantine/core';
import { Navigate, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SessionContext, useSessionQuery } from '../session/session.ts';
import { toApiError } from '../shared/api-error.ts';
import { ErrorState } from '../shared/states.tsx';

/** Shows its children to whoever is signed in, and everybody else the way in. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data: session, error, refetch } = useSessionQuery();
  const { href } = useLocation();
  if (session) return <SessionContext value={session}>{children}</SessionContext>;
  if (!error)
    return (
      <Center h="100dvh">
        <Loader aria-label="Loading" />
      </Center>
    );
  if (toApiError(error).code === 'UNAUTHORIZED')
    return <Navigate to="/sign-in" search={{ next: href }} replace />;
  return (
    <Center h="100dvh" p="md">
      <ErrorState error={error} onRetry={() => void refetch()} />
    </Center>
  );
}
