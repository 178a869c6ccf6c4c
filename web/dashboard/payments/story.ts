import { formatTokens } from '../../shared/format.ts';
import type { TimelineEntry } from '../shared/api/types.ts';

/** How it went, for the mark of a row. */
type Tone = 'good' | 'bad' | 'warn' | 'neutral';

/** A row of the timeline, in people's words. */
export interface StoryRow {
  key: string;
  at: string;
  title: string;
  /** How much, and where. */
  detail: string | null;
  status: string | null;
  tone: Tone;
  /** A page of the dashboard about it. */
  to: string | null;
}

/** Entries that tell the same as an event of this title, at the same moment. */
const partners: Record<string, TimelineEntry['kind']> = {
  'Payment processing': 'sighting',
  'Payment completed': 'confirmation',
  'Unapplied money': 'unapplied',
  // Webhooks tell of a cancelled payment as of an expired one.
  'Payment expired': 'cancelled',
};
const sameMomentMs = 10_000;

/** Told apart on the same page: webhooks have a table of their own, and postings are for accountants. */
const leftOut: TimelineEntry['kind'][] = ['posting', 'delivery'];

/** What people call chains and tokens. */
interface Words {
  chainName(chain: string): string;
  symbol(token: string): string;
}

/** What happened to a payment, newest first: one row where several entries tell the same. */
export function storyOf(entries: readonly TimelineEntry[], words: Words): StoryRow[] {
  const rows: (StoryRow & { kind: TimelineEntry['kind']; about: string })[] = [];
  const events = entries.filter(({ kind }) => kind === 'event');
  // Events do not name their refund. With several, the page's table tells which is which.
  const refunds = entries.filter(({ kind }) => kind === 'refund');
  const refund = refunds.length === 1 ? refunds[0] : undefined;
  const eventRow = (event: TimelineEntry, about: TimelineEntry | undefined) => ({
    ...rowOf(event, words),
    ...(about && event.title.startsWith('Refund') ? { detail: rowOf(about, words).detail } : {}),
  });
  for (const entry of entries)
    if (entry.kind !== 'event' && !leftOut.includes(entry.kind))
      rows.push({ ...rowOf(entry, words), kind: entry.kind, about: entry.id });
  for (const event of events) {
    const partner = rows.find(
      ({ kind, at, to }) => kind === partners[event.title] && to === null && isSameMoment(at, event.at),
    );
    if (!partner) rows.push({ ...eventRow(event, refund), kind: 'event', about: event.id });
    else {
      partner.to = eventPage(event);
      // The event says what it means for the payment.
      if (partner.kind === 'confirmation') {
        partner.title = event.title;
        partner.tone = toneOf(event.title, null);
      }
    }
  }
  const hasFailed = events.some(({ title }) => title === 'Payment failed');
  return withoutPlainConfirmations(rows)
    .map((row) =>
      hasFailed && row.title === titles.sighting && !row.status ? { ...row, title: 'Transaction seen' } : row,
    )
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ kind: _kind, about: _about, ...row }) => row)
    .reverse();
}

/** That money is final means something by itself only where no event tells what follows from it. */
function withoutPlainConfirmations<Row extends StoryRow & { kind: TimelineEntry['kind']; about: string }>(
  rows: readonly Row[],
): Row[] {
  const confirmed = new Map(
    rows.filter(({ kind, to }) => kind === 'confirmation' && to === null).map((row) => [row.about, row]),
  );
  const seen = new Set(rows.filter(({ kind }) => kind === 'sighting').map(({ about }) => about));
  return rows
    .filter((row) => confirmed.get(row.about) !== row || !seen.has(row.about))
    .map((row) =>
      row.kind === 'sighting' && confirmed.has(row.about)
        ? { ...row, status: 'confirmed', tone: 'good' }
        : row,
    );
}

function isSameMoment(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) <= sameMomentMs;
}

function eventPage({ id }: TimelineEntry): string {
  return `/developers/events/${id}`;
}

const titles: Partial<Record<TimelineEntry['kind'], string>> = {
  sighting: 'Money arrived',
  confirmation: 'Money confirmed',
  sweep: 'Moved into the vault',
  payout: 'Part of a payout',
};

function rowOf(entry: TimelineEntry, { chainName, symbol }: Words): StoryRow {
  const { kind, id, at, status, token, token_amount, chain } = entry;
  const isGone = status === 'gone';
  const isOwnTitle = kind === 'sighting' && !isArrival(entry);
  const title = isGone ? 'Money taken back by the chain' : (!isOwnTitle && titles[kind]) || entry.title;
  const to = kind === 'event' ? eventPage(entry) : kind === 'payout' ? `/payouts/${id}` : null;
  return {
    key: `${kind}-${id}-${at}`,
    at,
    title,
    tone: isGone ? 'bad' : toneOf(title, status ?? null),
    detail:
      token && token_amount
        ? `${formatTokens('en', token_amount, symbol(token))}${chain ? ` on ${chainName(chain)}` : ''}`
        : null,
    status: isGone ? null : (status ?? null),
    to,
  };
}

/** False for what is told of a transaction that names several payments: it need not be money of this one. */
function isArrival({ kind, id }: TimelineEntry): boolean {
  return kind === 'sighting' && !id.endsWith(' contested');
}

function toneOf(title: string, status: string | null): Tone {
  if (status === 'failed' || /failed/i.test(title)) return 'bad';
  if (status === 'contested') return 'warn';
  if (/^Unapplied/.test(title)) return status === 'open' ? 'warn' : 'neutral';
  return status === 'completed' || /completed/i.test(title) ? 'good' : 'neutral';
}

export interface TokenSum {
  token: string;
  chain: string;
  token_amount: string;
}

/** Of unapplied money that is no more so, and of money that a chain took back. */
const endedStatuses = ['gone', 'reversed', 'applied'];

/** What came, or what was not applied of it, by token and chain. */
export function sumsOf(entries: readonly TimelineEntry[], kind: 'sighting' | 'unapplied'): TokenSum[] {
  const sums = new Map<string, TokenSum>();
  for (const entry of entries) {
    const { status = '', token, chain, token_amount } = entry;
    if (entry.kind !== kind || (kind === 'sighting' && !isArrival(entry))) continue;
    if (endedStatuses.includes(status) || !token || !chain || !token_amount) continue;
    const key = `${chain} ${token}`;
    const before = sums.get(key)?.token_amount ?? '0';
    sums.set(key, { token, chain, token_amount: added(before, token_amount) });
  }
  return [...sums.values()];
}

/** Exactly, in millionths. */
function added(one: string, other: string): string {
  const sum = String(millionths(one) + millionths(other)).padStart(7, '0');
  return `${sum.slice(0, -6)}.${sum.slice(-6)}`;
}

function millionths(amount: string): bigint {
  const [whole = '0', decimals = ''] = amount.split('.');
  return BigInt(`${whole}${decimals.padEnd(6, '0').slice(0, 6)}`);
}
