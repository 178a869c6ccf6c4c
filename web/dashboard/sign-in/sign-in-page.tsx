import { facts } from '../shared/facts.ts';
import { enterDashboard, searchValue } from './addresses.ts';
import { Frame, PageLink } from './frame.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  const foot = facts.sign_up_open && (
    <>
      New here? <PageLink to="/sign-up">Create an account</PageLink>
    </>
  );
  return (
    <Frame title="Sign in" foot={foot}>
      <SignInForm onSignedIn={() => enterDashboard(searchValue('next'))}>
        <p className="small">
          <PageLink to="/forgot">Forgot your password?</PageLink>
        </p>
      </SignInForm>
    </Frame>
  );
}
