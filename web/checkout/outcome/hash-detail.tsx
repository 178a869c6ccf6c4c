import { CopyButton } from '../../shared/copy-button.tsx';
import { useLanguage } from '../i18n.ts';
import { Detail } from './detail.tsx';
import { ShortLink } from './short-link.tsx';

/** A transaction in a list of details. `url` shows it at the block explorer. */
export function HashDetail({ hash, url }: { hash: string; url: string | null }) {
  const { t } = useLanguage();
  return (
    <Detail label={t.transaction}>
      <ShortLink value={hash} url={url} />
      <CopyButton value={hash} subject={t.transaction} copy={t.copy} copied={t.copied} />
    </Detail>
  );
}
