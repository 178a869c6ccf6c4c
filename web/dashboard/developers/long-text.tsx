import type { ReactNode } from 'react';

const style = {
  display: 'inline-block',
  minWidth: 'min(11rem, 60vw)',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
} as const;

/** A URL or a name without spaces: breaks anywhere instead of widening the page. */
export function LongText({ children }: { children: ReactNode }) {
  return <span style={style}>{children}</span>;
}
