import { type SyntheticEvent, useMemo, useState } from 'react';
import { useSession } from '../../session/session.ts';
import { facts } from '../../shared/facts.ts';
import { mailDocument } from './mail-document.ts';
import classes from './mail-frame.module.css';

const initialHeightPx = 480;

/**
 * Shows an e-mail in a frame without scripts. The frame is same-origin so that it can load the logo and we can measure
 * its height; that is safe because no script runs inside.
 */
export function MailFrame({ html }: { html: string }) {
  const { merchant } = useSession();
  const [heightPx, setHeightPx] = useState(initialHeightPx);
  const content = useMemo(
    () => mailDocument(html, { styleNonce: facts.style_nonce, logoUrl: merchant.logo_url }),
    [html, merchant.logo_url],
  );
  const measure = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) =>
    setHeightPx(currentTarget.contentDocument?.documentElement.scrollHeight ?? initialHeightPx);
  return (
    <iframe
      title="E-mail preview"
      className={classes['frame']}
      style={{ height: heightPx }}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={content}
      onLoad={measure}
    />
  );
}
