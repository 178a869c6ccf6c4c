import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { createApi } from '../shared/api.ts';
import { queryClient } from '../shared/query-client.ts';
import type { Permission, Session } from '../shared/types.ts';

const sessionKey = ['session'];
// Whoever is signed in is signed in to both environments.
const api = createApi('test');

/** Asks who is signed in. An error with the code UNAUTHORIZED means nobody. */
export function useSessionQuery() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: () => api.get<Session>('/dashboard/api/session', {}, { waitForSignIn: false }),
    staleTime: 60_000,
  });
}

export const SessionContext = createContext<Session | null>(null);

/** Who is signed in. For pages inside the shell. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This page is outside of the shell, where nobody is signed in.');
  return session;
}

/** Whether the member may do something. It decides what is shown; the server decides what is allowed. */
export function useCan(permission: Permission): boolean {
  return useSession().permissions.includes(permission);
}

/** Takes what an answer said about the session; after another person's, nothing that was read before counts. */
export function keepSession(session: Session): void {
  const before = queryClient.getQueryData<Session>(sessionKey);
  if (before && before.member.member_id !== session.member.member_id) queryClient.clear();
  queryClient.setQueryData(sessionKey, session);
}

export function forgetSession(): void {
  queryClient.clear();
}
