import type { ReactNode } from 'react';

const style = {
  display: 'inline-block',
  minWidth: '11rem',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
} as const;

/** An address or a name without spaces, which may break anywhere rather than widen the page. */
export function LongText({ children }: { children: ReactNode }) {
  return <span style={style}>{children}</span>;
}
