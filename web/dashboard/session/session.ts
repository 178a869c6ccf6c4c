import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { createApi } from '../shared/api/api.ts';
import { queryClient } from '../shared/api/query-client.ts';
import type { Permission, Session } from '../shared/api/types.ts';

const sessionKey = ['session'];
// A session covers both environments.
const api = createApi('test');

/** The current session. Fails with UNAUTHORIZED if nobody is signed in. */
export function useSessionQuery() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: () => api.get('/dashboard/api/session', { waitForSignIn: false }),
    staleTime: 60_000,
  });
}

export const SessionContext = createContext<Session | null>(null);

/** The signed-in member. For pages inside the layout. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession() needs a page inside <SignedIn>.');
  return session;
}

/** Whether the member has a permission. Controls what is shown; the server enforces it. */
export function useCan(permission: Permission): boolean {
  return useSession().permissions.includes(permission);
}

/** Stores a session returned by the server. If another member signed in, clears all cached data. */
export function keepSession(session: Session): void {
  const before = queryClient.getQueryData<Session>(sessionKey);
  if (before && before.member.member_id !== session.member.member_id) queryClient.clear();
  queryClient.setQueryData(sessionKey, session);
}
