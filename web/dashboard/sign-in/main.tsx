import '../shell/colours.css';
import './page.css';
import { createRoot } from 'react-dom/client';
import { followColourScheme } from './colour-scheme.ts';
import { ForgotPage } from './forgot-page.tsx';
import { InvitationPage } from './invitation-page.tsx';
import { ResetPage } from './reset-page.tsx';
import { RestorePage } from './restore-page.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { SignUpPage } from './sign-up-page.tsx';
import { VerifyPage } from './verify-page.tsx';

/** The pages that need no sign-in, by the last part of their path. The server answers them at these paths only. */
const pages = {
  'sign-in': SignInPage,
  'sign-up': SignUpPage,
  forgot: ForgotPage,
  reset: ResetPage,
  invitation: InvitationPage,
  verify: VerifyPage,
  restore: RestorePage,
};

function isPage(name: string | undefined): name is keyof typeof pages {
  return name !== undefined && Object.hasOwn(pages, name);
}

followColourScheme();
const name = location.pathname.split('/').findLast((part) => part !== '');
const Page = pages[isPage(name) ? name : 'sign-in'];
const app = document.getElementById('app') ?? document.body;
app.replaceChildren();
document.getElementById('skeleton')?.remove();
createRoot(app).render(<Page />);
