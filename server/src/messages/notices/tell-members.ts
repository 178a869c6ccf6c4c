import type { Context } from '../../app/context.ts';
import { type Currency, currencies } from '../../lib/currencies.ts';
import { fiatOf, formatFiat } from '../../lib/money.ts';
import type { Claim } from '../../platform/db/claim.ts';
import type { Sql } from '../../platform/db/client.ts';
import type { OneByOne } from '../../platform/jobs/one-by-one.ts';
import { mailQueued, type NewNoticeEmail, queueNoticeEmails } from '../email/emails.ts';
import type { NoticeContent } from '../email/messages.ts';
import { countToday, dayOf } from '../email/quotas.ts';
import { type Recipient, recipientsOf } from './choices.ts';
import type { Notice } from './notice.ts';
import { addToDigest, type DigestRow, type NoticeRow, takeDigest, takeNotices, tryLock } from './store.ts';
import { unsubscribeToken } from './tokens.ts';

/** How many notices of one kind are mailed alone in a day (UTC), for each merchant and environment. */
export const noticesPerDay = 10;
const batchSize = 100;

/** Mails a batch of notices to the members who want them. Returns how many notices were taken. */
export async function tellMembers(ctx: Context, oneByOne: OneByOne): Promise<number> {
  const taken = await oneByOne.run(ctx, (claim, claimed) =>
    ctx.db.begin((tx) => tellBatch(ctx, tx, claim, claimed)),
  );
  if (taken > 0) mailQueued(ctx);
  return taken;
}

async function tellBatch(
  ctx: Context,
  tx: Sql,
  claim: Claim,
  claimed: (ids: string[]) => void,
): Promise<number> {
  if (!(await tryLock(tx))) return 0;
  const rows = await takeNotices(tx, batchSize, claim);
  claimed(rows.map(({ notice_id }) => notice_id));
  const recipients = await recipientsOf(tx, [...new Set(rows.map((row) => row.merchant_id))]);
  const told = rows
    .map((row) => ({ row, to: whoWants(recipients.get(row.merchant_id) ?? [], row) }))
    .filter(({ to }) => to.length > 0);
  await queueNoticeEmails(ctx, tx, await withinLimit(ctx, tx, told));
  return rows.length;
}

/** Mails one digest of a day that is over. Returns how many. A merchant whose digest is refused is set aside. */
export async function sendDigest(ctx: Context, oneByOne: OneByOne): Promise<number> {
  const sent = await oneByOne.run(ctx, (merchants, claimed) =>
    ctx.db.begin((tx) => queueDigest(ctx, tx, merchants, claimed)),
  );
  if (sent > 0) mailQueued(ctx);
  return sent;
}

async function queueDigest(
  ctx: Context,
  tx: Sql,
  merchants: Claim,
  claimed: (ids: string[]) => void,
): Promise<number> {
  if (!(await tryLock(tx))) return 0;
  const rows = await takeDigest(tx, dayOf(ctx.clock.now()), merchants);
  const [first] = rows;
  if (!first) return 0;
  claimed([first.merchant_id]);
  const content = digestOf(ctx, first, rows);
  const recipients = await recipientsOf(tx, [first.merchant_id]);
  const to = whoWants(recipients.get(first.merchant_id) ?? [], { ...first, content });
  const notice = { ...first, merchantId: first.merchant_id, content };
  await queueNoticeEmails(
    ctx,
    tx,
    to.map((member) => emailOf(ctx, notice, member)),
  );
  return 1;
}

interface Told {
  row: NoticeRow;
  to: Recipient[];
}

/** Counts, and adds what is above the day's limit to the digest. Returns the mails of the others. */
async function withinLimit(ctx: Context, tx: Sql, told: Told[]): Promise<NewNoticeEmail[]> {
  const groups = new Map<string, Told[]>();
  for (const one of told) {
    const key = `${one.row.merchant_id} ${one.row.environment} ${one.row.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const mails: NewNoticeEmail[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const { merchant_id, environment, kind } = first.row;
    const count = await countToday(ctx, tx, merchant_id, `${environment} ${kind} notices`, group.length);
    const left = Math.max(0, noticesPerDay - (count - group.length));
    for (const { row, to } of group.slice(0, left))
      mails.push(...to.map((member) => emailOf(ctx, { ...row, merchantId: merchant_id }, member)));
    await addAllToDigest(ctx, tx, group.slice(left));
  }
  return mails;
}

async function addAllToDigest(ctx: Context, tx: Sql, told: Told[]): Promise<void> {
  const day = dayOf(ctx.clock.now());
  const byCurrency = new Map<string, DigestRow>();
  for (const { row } of told) {
    const { currency, amount } = amountOf(row.content);
    const sum = byCurrency.get(currency) ?? { ...row, day, currency, count: 0n, amount_minor: 0n };
    byCurrency.set(currency, { ...sum, count: sum.count + 1n, amount_minor: sum.amount_minor + amount });
  }
  for (const sum of byCurrency.values()) await addToDigest(tx, sum);
}

function amountOf(content: NoticeContent): { currency: string; amount: bigint } {
  if (!('amount' in content)) return { currency: '', amount: 0n };
  return { currency: content.currency, amount: fiatOf(content.amount) };
}

/** Whoever watches endpoints hears of one that was disabled in test mode too: deliveries to it have stopped. */
function whoWants(
  members: Recipient[],
  { environment, kind, content }: Omit<Notice, 'merchantId'>,
): Recipient[] {
  const always = environment === 'live' || (content.kind === 'endpoint_notice' && content.disabled);
  return members.filter((member) => member.wants(kind) && (always || member.wantsTest));
}

function emailOf(ctx: Context, notice: Notice, member: Recipient): NewNoticeEmail {
  const { merchantId, kind, content } = notice;
  const token = unsubscribeToken(ctx.secrets, { ...member, kind });
  return {
    merchantId,
    // The banner of test mode is about money.
    environment: content.kind === 'endpoint_notice' ? null : notice.environment,
    memberId: member.member_id,
    to: member.email,
    message: {
      ...content,
      locale: member.locale ?? 'en',
      unsubscribe_url: `${ctx.config.publicUrl}/unsubscribe/${token}`,
    },
  };
}

const pages = {
  payment_received: 'payments',
  payout_sent: 'payouts',
  refund_waiting: 'refunds',
  endpoint_failing: 'developers/webhooks',
};

function digestOf(
  { config }: Context,
  { environment, kind, day }: DigestRow,
  rows: DigestRow[],
): NoticeContent {
  const totals = rows.flatMap(({ currency: code, amount_minor }) => {
    const currency = currencies.find((one): one is Currency => one === code);
    return currency ? [{ currency, amount: formatFiat(amount_minor) }] : [];
  });
  return {
    kind: 'notice_digest',
    about: kind,
    day,
    count: Number(rows.reduce((sum, row) => sum + row.count, 0n)),
    totals,
    page_url: `${config.publicUrl}/dashboard/${pages[kind]}?env=${environment}`,
  };
}
