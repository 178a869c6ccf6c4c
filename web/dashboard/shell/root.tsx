import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useSyncExternalStore } from 'react';
import { signInGate } from '../shared/api/api.ts';

const SignInDialog = lazy(async () => ({
  default: (await import('../session/sign-in-dialog.tsx')).SignInDialog,
}));

export function Root() {
  const isClosed = useSyncExternalStore(signInGate.subscribe, signInGate.isClosed);
  // Once loaded it stays, so that it gives the focus back when it closes.
  const wasClosed = useRef(false);
  wasClosed.current ||= isClosed;
  return (
    <>
      <Outlet />
      {wasClosed.current && (
        <Suspense fallback={null}>
          <SignInDialog />
        </Suspense>
      )}
    </>
  );
}
