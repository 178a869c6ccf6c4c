import { pageOfId } from '../shared/lists/id-pages.ts';
import { TextLink } from '../shared/text-link.tsx';
import { CopyButton, Id, shortId } from '../shared/values.tsx';

interface IdLinkProps {
  id: string;
  /** Path of the page, null if there is none; by default that of the ID itself. */
  to?: string | null;
  label?: string;
  short?: boolean;
}

/** An ID that links to its page, with a copy button. */
export function IdLink({ id, to = pageOfId(id)?.to ?? null, label = 'ID', short = false }: IdLinkProps) {
  if (to === null) return <Id value={id} label={label} short={short} />;
  return (
    <span className="id">
      <TextLink to={to} size="sm" className="mono">
        <span title={id}>{short ? shortId(id) : id}</span>
      </TextLink>
      <CopyButton value={id} label={label} />
    </span>
  );
}
