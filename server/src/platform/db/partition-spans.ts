import { dayMs } from '../../lib/durations.ts';

/** The times whose ids a partition holds: from `fromMs`, before `untilMs`. */
export interface Span {
  fromMs: number;
  untilMs: number;
}

/** Every statement locks all partitions of a table, so there are few, however long rows are kept. */
const partitionsPerRetention = 14;

export function daysPerPartition(keptDays: number): number {
  return Math.ceil(keptDays / partitionsPerRetention);
}

const holds = (span: Span, atMs: number) => span.fromMs <= atMs && atMs < span.untilMs;

/**
 * The partition to make for a time that none holds: as many days as asked for, counted from 1970 so that all processes
 * make the same, and fewer where others are in the way.
 */
export function missingSpan(spans: readonly Span[], atMs: number, days: number): Span | null {
  if (spans.some((span) => holds(span, atMs))) return null;
  const startMs = Math.floor(atMs / (days * dayMs)) * days * dayMs;
  const earlierMs = spans.map(({ untilMs }) => untilMs).filter((ms) => ms <= atMs);
  const laterMs = spans.map(({ fromMs }) => fromMs).filter((ms) => ms > atMs);
  return { fromMs: Math.max(startMs, ...earlierMs), untilMs: Math.min(startMs + days * dayMs, ...laterMs) };
}

/** Only whole partitions are forgotten: up to the start of the one that holds the time. */
export function forgettableBefore(spans: readonly Span[], beforeMs: number): number {
  return spans.find((span) => holds(span, beforeMs))?.fromMs ?? beforeMs;
}
