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
      <p className="brand">Causeway</p>
      <div className="card">
        <h1>{title}</h1>
        {children}
      </div>
      {foot && <div className="foot">{foot}</div>}
    </main>
  );
}

/** A link to another page below /dashboard. */
export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return <a href={dashboardUrl(to)}>{children}</a>;
}
