import type { ReactNode } from 'react';

const style = {
  display: 'inline-block',
  minWidth: '11rem',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
} as const;

/** A URL or a name without spaces: breaks anywhere instead of widening the page. */
export function LongText({ children }: { children: ReactNode }) {
  return <span style={style}>{children}</span>;
}
