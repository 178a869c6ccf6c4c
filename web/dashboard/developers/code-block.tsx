import { CopyButton } from '../shared/values.tsx';
import classes from './code-block.module.css';

interface CodeBlockProps {
  /** Names it, as in "Copy response". */
  label: string;
  text: string;
  wrap?: boolean;
}

/** Text as it is, to be read and copied. It scrolls inside of itself. */
export function CodeBlock({ label, text, wrap = false }: CodeBlockProps) {
  return (
    <div className={classes['block']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever scrolls by keyboard must be able to reach it. */}
      <section aria-label={label} tabIndex={0} className={classes['text']} data-wrap={wrap || undefined}>
        <code>{text}</code>
      </section>
      <span className={classes['copy']}>
        <CopyButton value={text} label={label} />
      </span>
    </div>
  );
}

/** JSON is indented; anything else stays as it came. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
