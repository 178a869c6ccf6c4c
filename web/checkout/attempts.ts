/** Reconnect policy after the event stream was lost: when to try again, by stream or by polling. Pure. */

export interface History {
  /** Failed streams since one last delivered an event. */
  streamFailures: number;
  /** Failed polls since one last succeeded. */
  pollFailures: number;
  /** Polls since a stream was last tried. */
  pollsSinceStream: number;
}

export const freshHistory: History = { streamFailures: 0, pollFailures: 0, pollsSinceStream: 0 };

/** Some networks block event streams: after this many failures in a row the page polls. */
const streamTries = 3;
/** The stream is preferred, so it is tried again after this many polls. */
const pollsBetweenStreams = 8;
const pollEveryMs = 3000;
const backoffFirstMs = 1000;
const backoffMostMs = 15_000;

export function nextAttempt(
  { streamFailures, pollFailures, pollsSinceStream }: History,
  random: number,
): { via: 'stream' | 'poll'; delayMs: number } {
  if (streamFailures < streamTries) return { via: 'stream', delayMs: backoffMs(streamFailures, random) };
  if (pollsSinceStream >= pollsBetweenStreams) return { via: 'stream', delayMs: pollEveryMs };
  return { via: 'poll', delayMs: pollFailures === 0 ? pollEveryMs : backoffMs(pollFailures, random) };
}

/** Exponential backoff with 25% jitter, so that pages do not all reconnect at the same moment. */
function backoffMs(failures: number, random: number): number {
  const fullMs = Math.min(backoffMostMs, backoffFirstMs * 2 ** Math.max(0, failures - 1));
  return Math.round(fullMs * (0.75 + random / 2));
}

/** Two failures in a row are shown to the customer, a single one is not. */
export function isTroubled({ streamFailures, pollFailures, pollsSinceStream }: History): boolean {
  // Before the first poll nobody knows whether the network blocks streams only.
  const isPolling = streamFailures > streamTries || (streamFailures === streamTries && pollsSinceStream > 0);
  return isPolling ? pollFailures > 0 : streamFailures >= 2;
}
