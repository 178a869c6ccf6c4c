import { type ReactNode, useEffect } from 'react';
import { dashboardUrl } from './addresses.ts';

interface FrameProps {
  title: string;
  children: ReactNode;
  foot?: ReactNode;
}

/** The layout of pages that need no sign-in. */
export function Frame({ title, children, foot }: FrameProps) {
  useEffect(() => {
    document.title = `${title} · Causeway`;
  }, [title]);
  return (
    <main className="frame">
      <p className="brand">
        <Mark />
        Causeway
      </p>
      <div className="card">
        <h1>{title}</h1>
        {children}
      </div>
      {foot && <div className="foot">{foot}</div>}
    </main>
  );
}

/** The mark of the service, as in web/public/favicon.ico. Decorative: its name is beside it. */
function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M5 12h22M7 12v11m18-11v11M7 22a4.5 4.5 0 0 1 9 0m0 0a4.5 4.5 0 0 1 9 0m-9 0v1" />
    </svg>
  );
}

/** A link to another page below /dashboard. */
export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return <a href={dashboardUrl(to)}>{children}</a>;
}
