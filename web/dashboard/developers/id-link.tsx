import { TextLink } from '../shared/text-link.tsx';
import { CopyButton, Id } from '../shared/values.tsx';

interface IdLinkProps {
  id: string;
  /** Path of the page; null if there is none. */
  to: string | null;
  label?: string;
  short?: boolean;
}

/** An ID that links to its page, with a copy button. */
export function IdLink({ id, to, label = 'ID', short = false }: IdLinkProps) {
  if (to === null) return <Id value={id} label={label} short={short} />;
  return (
    <span className="id">
      <TextLink to={to} size="sm" className="mono">
        <span title={id}>{short ? `${id.slice(0, 8)}…${id.slice(-4)}` : id}</span>
      </TextLink>
      <CopyButton value={id} label={label} />
    </span>
  );
}
