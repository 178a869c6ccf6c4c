import { expect, it } from 'vitest';
import type { TimelineEntry } from '../shared/api/types.ts';
import { storyOf, sumsOf } from './story.ts';

const second = (count: number) =>
  new Date(Date.parse('2026-11-18T01:35:00.000Z') + count * 1000).toISOString();
const usdc = { token: 'USDC', chain: 'base' } as const;

/** A payment of 25 USDC that got 30. */
const entries: TimelineEntry[] = [
  { at: second(0), kind: 'created', title: 'Payment created', id: 'pay_1' },
  {
    at: second(9),
    kind: 'sighting',
    title: 'Money seen on chain',
    id: 'arr_1',
    ...usdc,
    token_amount: '30.000000',
  },
  { at: second(9), kind: 'event', title: 'Payment processing', id: 'evt_1' },
  {
    at: second(13),
    kind: 'confirmation',
    title: 'Money final on chain',
    id: 'arr_1',
    ...usdc,
    token_amount: '30.000000',
  },
  { at: second(13), kind: 'posting', title: 'Booked: arrival', id: 'arr_1 arrival' },
  { at: second(14), kind: 'event', title: 'Payment completed', id: 'evt_2' },
  {
    at: second(14),
    kind: 'unapplied',
    title: 'Unapplied money: overpaid',
    id: 'unf_1',
    status: 'open',
    ...usdc,
    token_amount: '5.000000',
  },
  { at: second(14), kind: 'event', title: 'Unapplied money', id: 'evt_3' },
  {
    at: second(15),
    kind: 'delivery',
    title: 'payment.completed delivered',
    id: 'del_1',
    status: 'succeeded',
  },
];
const words = {
  chainName: (chain: string) => chain.toUpperCase(),
  symbol: (token: string) => (token === 'MATIC' ? 'POL' : token),
};

it('tells each thing once, newest first, with its amount and without jargon', () => {
  expect(storyOf(entries, words).map(({ title, detail, to }) => [title, detail, to])).toEqual([
    ['Unapplied money: overpaid', '5.00\u00a0USDC on BASE', '/developers/events/evt_3'],
    ['Payment completed', '30.00\u00a0USDC on BASE', '/developers/events/evt_2'],
    ['Money arrived', '30.00\u00a0USDC on BASE', '/developers/events/evt_1'],
    ['Payment created', null, null],
  ]);
});

it('tells once that money came and is final, while it does not pay the payment', () => {
  const partial = entries.filter(({ id, kind }) => id === 'arr_1' && kind !== 'posting');
  expect(storyOf(partial, words)).toMatchObject([
    { title: 'Money arrived', status: 'confirmed', tone: 'good', detail: '30.00\u00a0USDC on BASE' },
  ]);
  const [sighting, confirmation] = partial;
  if (!sighting || !confirmation) throw new Error('no entries');
  expect(storyOf([confirmation], words)).toMatchObject([{ title: 'Money confirmed' }]);
  expect(storyOf([sighting], words)).toMatchObject([{ title: 'Money arrived', status: null }]);
});

it('says how much a refund was when it completed, unless there are several', () => {
  const refund = (id: string): TimelineEntry => ({
    at: second(30),
    kind: 'refund',
    title: 'Refund of $5.00 created',
    id,
    status: 'completed',
    ...usdc,
    token_amount: '5.000000',
  });
  const done: TimelineEntry = { at: second(60), kind: 'event', title: 'Refund completed', id: 'evt_7' };
  const detailOf = (rows: TimelineEntry[]) => storyOf(rows, words)[0]?.detail;
  expect(detailOf([refund('ref_1'), done])).toBe('5.00\u00a0USDC on BASE');
  expect(detailOf([refund('ref_1'), refund('ref_2'), done])).toBeNull();
});

it('tells a cancelled payment as cancelled, not as expired too', () => {
  const cancelled: TimelineEntry = {
    at: second(20),
    kind: 'cancelled',
    title: 'Payment cancelled',
    id: 'pay_1',
  };
  const event: TimelineEntry = { at: second(20), kind: 'event', title: 'Payment expired', id: 'evt_8' };
  expect(storyOf([cancelled, event], words)).toMatchObject([
    { title: 'Payment cancelled', to: '/developers/events/evt_8' },
  ]);
  expect(storyOf([event], words)).toMatchObject([{ title: 'Payment expired' }]);
});

it('does not say that money of a failed transaction arrived', () => {
  const [, sighting] = entries;
  if (!sighting) throw new Error('no entries');
  const failed: TimelineEntry = { at: second(40), kind: 'event', title: 'Payment failed', id: 'evt_9' };
  expect(storyOf([sighting, failed], words).map(({ title }) => title)).toEqual([
    'Payment failed',
    'Transaction seen',
  ]);
});

it('keeps events that nothing else tells', () => {
  const failed: TimelineEntry = { at: second(20), kind: 'event', title: 'Payment failed', id: 'evt_9' };
  expect(storyOf([failed], words)).toMatchObject([
    { title: 'Payment failed', to: '/developers/events/evt_9' },
  ]);
});

const contested: TimelineEntry = {
  at: second(5),
  kind: 'sighting',
  title: 'Transaction names several payments: the operator decides which it pays',
  id: '5Kd contested',
  status: 'contested',
  token: 'USDC',
  chain: 'solana',
  token_amount: '30.000000',
};

it('says of a transaction that names several payments who decides, and does not count it as received', () => {
  expect(storyOf([contested], words)).toMatchObject([{ title: contested.title, tone: 'warn' }]);
  const { status: _decided, ...rest } = contested;
  const theirs = { ...rest, title: 'Operator decided that the transaction pays another payment' };
  expect(storyOf([theirs], words)).toMatchObject([{ title: theirs.title }]);
  expect(sumsOf([contested, theirs], 'sighting')).toEqual([]);
});

it('does not add what was applied in the end to what is unapplied', () => {
  const applied = entries.map((entry) =>
    entry.kind === 'unapplied' ? { ...entry, status: 'applied' } : entry,
  );
  expect(sumsOf(applied, 'unapplied')).toEqual([]);
});

it('calls tokens what people call them', () => {
  const matic: TimelineEntry = { ...contested, id: 'arr_9', token: 'MATIC', chain: 'polygon' };
  expect(storyOf([matic], words)[0]?.detail).toBe('30.00\u00a0POL on POLYGON');
});

it('adds up what came, without what a chain took back', () => {
  const gone = { ...entries[1], id: 'arr_2', status: 'gone' } as TimelineEntry;
  const more = { ...entries[1], id: 'arr_3', token_amount: '0.100000' } as TimelineEntry;
  expect(sumsOf([...entries, gone, more], 'sighting')).toEqual([{ ...usdc, token_amount: '30.100000' }]);
  expect(sumsOf(entries, 'unapplied')).toEqual([{ ...usdc, token_amount: '5.000000' }]);
});
