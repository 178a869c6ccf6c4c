import { Outlet } from '@tanstack/react-router';
import { SignInDialog } from '../session/sign-in-dialog.tsx';

export function Root() {
  return (
    <>
      <Outlet />
      <SignInDialog />
    </>
  );
}
