import { useNavigate } from '@tanstack/react-router';
import { facts } from '../shared/facts.ts';
import { readSearch, useSearchValues } from '../shared/search.ts';
import { TextLink } from '../shared/text-link.tsx';
import { SessionFrame } from './frame.tsx';
import { keepSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  const navigate = useNavigate();
  const { values } = useSearchValues();
  const redirect = () => {
    // Uses only the path, to prevent open redirects.
    const next = new URL(values['next'] ?? '/', location.origin);
    return navigate({ to: next.pathname, search: readSearch(next.search), replace: true });
  };
  return (
    <SessionFrame
      title="Sign in"
      foot={
        facts.sign_up_open && (
          <>
            New here?{' '}
            <TextLink to="/sign-up" underline="always">
              Create an account
            </TextLink>
          </>
        )
      }
    >
      <SignInForm
        onSignedIn={(session) => {
          keepSession(session);
          void redirect();
        }}
      >
        <TextLink to="/forgot" size="sm">
          Forgot your password?
        </TextLink>
      </SignInForm>
    </SessionFrame>
  );
}
