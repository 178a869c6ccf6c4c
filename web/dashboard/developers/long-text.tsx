/** An address or a name without spaces, which may break anywhere rather than widen the page. */
export function LongText({ children }: { children: string }) {
  return <span style={{ overflowWrap: 'anywhere' }}>{children}</span>;
}
