import type { Context } from '../../app/context.ts';
import { dayMs, minuteMs } from '../../lib/durations.ts';
import type { Sql } from '../../platform/db/client.ts';
import { escapeHtml } from '../../platform/pages/html.ts';
import {
  type AlarmRow,
  claimUntold,
  selectAlarming,
  tryLock,
  updateOver,
  updateUntold,
  upsertAlarms,
} from './store.ts';

const stuckAfterMs = 30 * minuteMs;
const standsAfterMs = minuteMs;
const unscreenedAfterMs = 15 * minuteMs;
const cappedAfterMs = dayMs;
const maxAlarms = 1000;
const maxMails = 20;

/** Alarm ids start with one of these. */
export const alarmKinds = [
  'capped',
  'cold',
  'contested',
  'difference',
  'gas',
  'halted',
  'late',
  'negative',
  'nodes',
  'owed',
  'owner',
  'refill',
  'reversed',
  'route',
  'routes',
  'screening',
  'settling',
  'signer',
  'stands',
  'stuck',
  'uncredited',
  'unknown',
  'unrecorded',
  'unsearched',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** Told again each day: nothing stops while it stands, so one mail would be forgotten, and the money stays in danger. */
const daily: readonly AlarmKind[] = ['owner'];

const limitsAt = ({ config }: Pick<Context, 'config'>, nowMs: number) => ({
  chains: Object.keys(config.chains),
  stuckSince: new Date(nowMs - stuckAfterMs),
  standsSince: new Date(nowMs - standsAfterMs),
  unscreenedSince: new Date(nowMs - unscreenedAfterMs),
  cappedSince: new Date(nowMs - cappedAfterMs),
});

/** The number of current alarms of each kind. */
export async function countAlarms(
  ctx: Pick<Context, 'config' | 'db' | 'clock'>,
): Promise<Map<AlarmKind, number>> {
  const found = await selectAlarming(ctx.db, limitsAt(ctx, ctx.clock.nowMs()), maxAlarms);
  return new Map(
    alarmKinds.map((kind) => [kind, found.filter(({ alarm_id }) => alarm_id.startsWith(`${kind} `)).length]),
  );
}

/** Stores new alarms, and marks those that are over. */
export async function noteAlarms(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.begin(async (tx: Sql) => {
    if (!(await tryLock(tx))) return;
    const found = await selectAlarming(tx, limitsAt(ctx, now.getTime()), maxAlarms);
    await upsertAlarms(tx, found, now);
    // A truncated list does not show which alarms are over.
    if (found.length < maxAlarms) await updateOver(tx, found, now);
  });
}

/** Mails the operator about new alarms, those that are over, and each day about `daily` ones. Returns how many mails were sent. */
export async function tellOperator(ctx: Context): Promise<number> {
  const { mailer, config } = ctx;
  const to = config.operatorEmail;
  if (mailer === null || to === null) return 0;
  let sent = 0;
  while (sent < maxMails) {
    const now = ctx.clock.now();
    const toldBefore = new Date(now.getTime() - dayMs);
    const alarm = await claimUntold(ctx.db, now, { repeated: daily, toldBefore });
    if (!alarm) break;
    try {
      await mailer.send(mailOf(ctx, to, alarm));
    } catch (error) {
      await updateUntold(ctx.db, alarm.alarm_id);
      throw error;
    }
    sent++;
  }
  return sent;
}

function mailOf({ config, clock }: Context, to: string, { alarm_id, subject, raised_at, over_at }: AlarmRow) {
  const title = over_at ? `Over: ${subject}` : `Alarm: ${subject}`;
  const lines = [
    `${title}.`,
    `Since ${raised_at.toISOString()}${over_at ? `, over since ${over_at.toISOString()}` : ''}.`,
    ...(over_at
      ? []
      : [`What to do: ${config.publicUrl}/docs/alerts#${alarm_id.slice(0, alarm_id.indexOf(' '))}`]),
    `This is about ${config.publicUrl}.`,
  ];
  const days = Math.floor((clock.nowMs() - raised_at.getTime()) / dayMs);
  const isRepeated = daily.some((kind) => alarm_id.startsWith(`${kind} `));
  // A mail that is tried again keeps its id, and the mail of another day has its own.
  const at = over_at ?? new Date(raised_at.getTime() + (isRepeated ? days * dayMs : 0));
  const { address } = config.mailFrom;
  const name = alarm_id.replaceAll(' ', '.');
  return {
    messageId: `<alarm.${name}.${over_at ? 'over' : 'raised'}.${at.getTime()}@${address.slice(address.lastIndexOf('@') + 1)}>`,
    from: { name: config.mailFrom.name ?? 'Causeway', address },
    to,
    replyTo: null,
    subject: title,
    text: lines.join('\n\n'),
    html: lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n'),
    locale: 'en',
    at: clock.now(),
    logo: null,
  };
}
