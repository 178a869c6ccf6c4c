import { formatTokens } from '../../shared/format.ts';
import type { TimelineEntry } from '../shared/api/types.ts';

/** A row of the timeline, in people's words. */
export interface StoryRow {
  key: string;
  at: string;
  title: string;
  /** How much, and where. */
  detail: string | null;
  status: string | null;
  /** A page of the dashboard about it. */
  to: string | null;
}

/** Entries that tell the same as an event of this title, at the same moment. */
const partners: Record<string, TimelineEntry['kind']> = {
  'Payment processing': 'sighting',
  'Payment completed': 'confirmation',
  'Unapplied money': 'unapplied',
  'Payment cancelled': 'cancelled',
};
const sameMomentMs = 10_000;

/** Told apart on the same page: webhooks have a table of their own, and postings are for accountants. */
const leftOut: TimelineEntry['kind'][] = ['posting', 'delivery'];

/** What happened to a payment, newest first: one row where several entries tell the same. */
export function storyOf(entries: readonly TimelineEntry[], chainName: (chain: string) => string): StoryRow[] {
  const rows: (StoryRow & { kind: TimelineEntry['kind'] })[] = [];
  const events = entries.filter(({ kind }) => kind === 'event');
  for (const entry of entries)
    if (entry.kind !== 'event' && !leftOut.includes(entry.kind))
      rows.push({ ...rowOf(entry, chainName), kind: entry.kind });
  for (const event of events) {
    const partner = rows.find(
      ({ kind, at, to }) => kind === partners[event.title] && to === null && isSameMoment(at, event.at),
    );
    if (!partner) rows.push({ ...rowOf(event, chainName), kind: 'event' });
    else {
      partner.to = eventPage(event);
      // The event says what it means for the payment.
      if (partner.kind === 'confirmation') partner.title = event.title;
    }
  }
  return rows
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ kind: _, ...row }) => row)
    .reverse();
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

function rowOf(entry: TimelineEntry, chainName: (chain: string) => string): StoryRow {
  const { kind, id, at, status, token, token_amount, chain } = entry;
  const isGone = status === 'gone';
  const to = kind === 'event' ? eventPage(entry) : kind === 'payout' ? `/payouts/${id}` : null;
  return {
    key: `${kind}-${id}-${at}`,
    at,
    title: isGone ? 'Money taken back by the chain' : (titles[kind] ?? entry.title),
    detail:
      token && token_amount
        ? `${formatTokens('en', token_amount, token)}${chain ? ` on ${chainName(chain)}` : ''}`
        : null,
    status: isGone ? null : (status ?? null),
    to,
  };
}

export interface TokenSum {
  token: string;
  chain: string;
  token_amount: string;
}

/** What came, or what was not applied of it, by token and chain. Without what a chain took back. */
export function sumsOf(entries: readonly TimelineEntry[], kind: 'sighting' | 'unapplied'): TokenSum[] {
  const sums = new Map<string, TokenSum>();
  for (const { kind: own, status, token, chain, token_amount } of entries) {
    if (own !== kind || status === 'gone' || status === 'reversed' || !token || !chain || !token_amount)
      continue;
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
