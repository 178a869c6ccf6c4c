import { type SyntheticEvent, useMemo, useState } from 'react';
import { useSession } from '../session/session.ts';
import { facts } from '../shared/facts.ts';
import { mailDocument } from './mail-document.ts';
import classes from './mail-frame.module.css';

const firstHeightPx = 480;

/**
 * Mail as its reader sees it, in a frame where no script runs. Being of our origin lets the frame show the logo and lets
 * us measure it; without scripts there is nobody inside to use that.
 */
export function MailFrame({ html }: { html: string }) {
  const { merchant } = useSession();
  const [heightPx, setHeightPx] = useState(firstHeightPx);
  const content = useMemo(
    () => mailDocument(html, { styleNonce: facts.style_nonce, logoUrl: merchant.logo_url }),
    [html, merchant.logo_url],
  );
  const measure = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) =>
    setHeightPx(currentTarget.contentDocument?.documentElement.scrollHeight ?? firstHeightPx);
  return (
    <iframe
      title="The mail as it is sent"
      className={classes['frame']}
      style={{ height: heightPx }}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={content}
      onLoad={measure}
    />
  );
}
