import { shorten } from '../../shared/format.ts';

interface Props {
  /** An address or a hash. */
  value: string;
  /** Shows it at the block explorer. */
  url: string | null;
}

export function ShortLink({ value, url }: Props) {
  const props = { class: 'mono', title: value, children: shorten(value) };
  return url ? <a {...props} href={url} target="_blank" rel="noreferrer" /> : <span {...props} />;
}
