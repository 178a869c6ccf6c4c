import { ActionIcon, Anchor, CopyButton as Copier, Tooltip } from '@mantine/core';
import { formatMoney, formatTokens } from '../../shared/format.ts';
import { useSymbol } from './api/environment.ts';
import { exactTime, relativeTime } from './charts/dates.ts';
import { chainName } from './facts.ts';
import { Icon } from './icons.tsx';
import { AssetMark } from './marks.tsx';

const language = 'en';

export function Money({ amount, currency }: { amount: string; currency: string }) {
  return <span className="numbers">{formatMoney(language, amount, currency)}</span>;
}

export function TokenAmount({ amount, token }: { amount: string; token: string }) {
  const symbol = useSymbol(token);
  return <span className="numbers">{formatTokens(language, amount, symbol)}</span>;
}

/** Where a table has nothing to show. Narrow screens leave it out. */
export function Nothing() {
  return <span className="nothing">–</span>;
}

/** A token as people call it, and its chain. */
export function TokenOn({ token, chain }: { token: string; chain: string }) {
  return (
    <>
      <AssetMark token={token} chain={chain} />
      {useSymbol(token)} on {chainName(chain)}
    </>
  );
}

/** Relative time with the exact time on hover; `exact` shows the exact time. */
export function When({ at, exact = false }: { at: string; exact?: boolean }) {
  return (
    <time dateTime={at} title={exactTime(at)} {...(exact ? {} : { className: 'numbers' })}>
      {exact ? exactTime(at) : relativeTime(at, Date.now())}
    </time>
  );
}

/** The two ends of an ID, an address or a hash. */
export function shortId(value: string): string {
  return value.length > 16 ? `${value.slice(0, 8)}…${value.slice(-4)}` : value;
}

/** An ID, an address or a hash with a copy button. */
export function Id({
  value,
  label = 'ID',
  short = false,
  href,
}: {
  value: string;
  label?: string;
  short?: boolean;
  /** Where to look at it, outside the dashboard. */
  href?: string | null;
}) {
  const shown = short ? shortId(value) : value;
  return (
    <span className="id">
      {href ? (
        <Anchor className="mono" inherit title={value} href={href} target="_blank" rel="noreferrer">
          {shown}
        </Anchor>
      ) : (
        <span className="mono" title={value}>
          {shown}
        </span>
      )}
      <CopyButton value={value} label={label} />
    </span>
  );
}

/** A whole address to compare letter by letter: in groups of four, which line breaks and copying ignore. */
export function Address({ value, label }: { value: string; label: string }) {
  const groups = value.match(/^0x|.{1,4}/g) ?? [value];
  return (
    <span className="id">
      <span className="mono address">
        {groups.map((group, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups of one address never move
          <span key={place}>{group}</span>
        ))}
      </span>
      <CopyButton value={value} label={label} />
    </span>
  );
}

export function CopyButton({ value, label }: { value: string; label: string }) {
  return (
    <Copier value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${label}`}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'teal' : 'gray'}
            size="sm"
            onClick={copy}
            aria-label={copied ? `Copied ${label}` : `Copy ${label}`}
          >
            <Icon name={copied ? 'check' : 'copy'} size={15} />
          </ActionIcon>
        </Tooltip>
      )}
    </Copier>
  );
}
