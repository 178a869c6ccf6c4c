import { TextLink } from '../shared/text-link.tsx';
import { CopyButton, Id } from '../shared/values.tsx';

interface IdLinkProps {
  id: string;
  /** Where it is shown; null when nowhere. */
  to: string | null;
  label?: string;
  short?: boolean;
}

/** An id that leads to what has it, and can be taken along. */
export function IdLink({ id, to, label = 'id', short = false }: IdLinkProps) {
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
