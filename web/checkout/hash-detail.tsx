import { CopyButton } from '../shared/copy-button.tsx';
import { shorten } from '../shared/format.ts';
import { useLanguage } from './i18n.ts';

/** A transaction in a list of details. */
export function HashDetail({ hash }: { hash: string }) {
  const { t } = useLanguage();
  return (
    <div>
      <dt>{t.transaction}</dt>
      <dd>
        <span class="mono" title={hash}>
          {shorten(hash)}
        </span>
        <CopyButton value={hash} subject={t.transaction} copy={t.copy} copied={t.copied} />
      </dd>
    </div>
  );
}
