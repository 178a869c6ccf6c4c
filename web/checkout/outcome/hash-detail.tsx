import { CopyButton } from '../../shared/copy-button.tsx';
import { shorten } from '../../shared/format.ts';
import { useLanguage } from '../i18n.ts';

/** A transaction in a list of details. `url` shows it at the block explorer. */
export function HashDetail({ hash, url }: { hash: string; url: string | null }) {
  const { t } = useLanguage();
  return (
    <div>
      <dt>{t.transaction}</dt>
      <dd>
        {url ? (
          <a class="mono" title={hash} href={url} target="_blank" rel="noreferrer">
            {shorten(hash)}
          </a>
        ) : (
          <span class="mono" title={hash}>
            {shorten(hash)}
          </span>
        )}
        <CopyButton value={hash} subject={t.transaction} copy={t.copy} copied={t.copied} />
      </dd>
    </div>
  );
}
