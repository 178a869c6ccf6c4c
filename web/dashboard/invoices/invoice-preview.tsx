import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { en as mailWords } from '../../../server/src/messages/email/translations/en.ts';
import { formatsOf } from '../../../server/src/messages/email/writing/formats.ts';
import { invoicePaper, type PaperContent } from '../../../server/src/pages/invoice-page/paper.ts';
import { en as pageWords } from '../../../server/src/pages/words/en.ts';
import { invoiceWords } from '../../../server/src/pages/words/invoice-words.ts';
import styles from '../../invoice/page.css?url';
import classes from './invoice-preview.module.css';

const language = { words: invoiceWords(mailWords, pageWords), formats: formatsOf('en') };
/** The sheet is laid out this wide and scaled down, so that it looks like the invoice on a desk. */
const sheetWidthPx = 720;
/** On a phone it is laid out as on the customer's phone. */
const phoneWidthPx = 420;
const initialHeightPx = 520;

/**
 * Draws the invoice with the function and the style sheet of the customer's page, in a frame of its own: that page must
 * not be framed, and drafts have none. No script runs in the frame; it is same-origin so that it can be filled.
 */
export function InvoicePreview({ content }: { content: PaperContent }) {
  const { ref, width } = useElementSize();
  const frame = useRef<HTMLIFrameElement>(null);
  const [loaded, setLoaded] = useState(false);
  const [heightPx, setHeightPx] = useState(initialHeightPx);
  const laidOutPx = width < phoneWidthPx ? width : Math.max(width, sheetWidthPx);
  const scale = laidOutPx === 0 ? 1 : width / laidOutPx;
  const { markup } = invoicePaper(content, language);
  useEffect(() => {
    const { current } = frame;
    const body = current?.contentDocument?.body;
    if (!loaded || !body || laidOutPx === 0) return;
    body.innerHTML = markup;
    // Measured without a height of its own: content is never lower than its frame.
    current.style.height = '0';
    const { scrollHeight } = body;
    current.style.height = `${scrollHeight}px`;
    setHeightPx(scrollHeight);
  }, [loaded, markup, laidOutPx]);
  return (
    <div ref={ref} className={classes['sheet']} style={{ height: heightPx * scale }}>
      <iframe
        ref={frame}
        title="Invoice preview"
        className={classes['frame']}
        style={{ width: laidOutPx || '100%', height: heightPx, transform: `scale(${scale})` }}
        sandbox="allow-same-origin"
        tabIndex={-1}
        srcDoc={`<!doctype html><html lang="en"><link rel="stylesheet" href="${styles}"><body class="preview"></body></html>`}
        onLoad={() => setLoaded(true)}
      />
    </div>
  );
}
