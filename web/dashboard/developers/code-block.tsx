import { CopyButton } from '../shared/values.tsx';
import classes from './code-block.module.css';

interface CodeBlockProps {
  /** Accessible name, as in "Copy response". */
  label: string;
  text: string;
  wrap?: boolean;
}

/** Preformatted text with a copy button. Scrolls if it is too long. */
export function CodeBlock({ label, text, wrap = false }: CodeBlockProps) {
  return (
    <div className={classes['block']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it. */}
      <section aria-label={label} tabIndex={0} className={classes['text']} data-wrap={wrap || undefined}>
        <code>{text}</code>
      </section>
      <span className={classes['copy']}>
        <CopyButton value={text} label={label} />
      </span>
    </div>
  );
}

/** Indents JSON; returns anything else unchanged. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
