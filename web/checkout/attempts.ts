/** When and how to ask for news again after the stream of events was lost. Pure. */

export interface History {
  /** Streams that failed since one last delivered something. */
  streamFailures: number;
  /** Polls that failed since one last succeeded. */
  pollFailures: number;
  /** Polls made since a stream was last tried. */
  pollsSinceStream: number;
}

export const freshHistory: History = { streamFailures: 0, pollFailures: 0, pollsSinceStream: 0 };

/** Some networks let no stream through: after this many failures in a row the page polls. */
const streamTries = 3;
/** Yet a stream that works again is better than polling, so it is tried now and then. */
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

/** Doubles each time. A quarter more or less by chance keeps the pages of many customers from returning all at once. */
function backoffMs(failures: number, random: number): number {
  const fullMs = Math.min(backoffMostMs, backoffFirstMs * 2 ** Math.max(0, failures - 1));
  return Math.round(fullMs * (0.75 + random / 2));
}

/** One hiccup is nobody's business; a second one in a row is worth a quiet word. */
export function isTroubled({ streamFailures, pollFailures }: History): boolean {
  return streamFailures >= streamTries ? pollFailures > 0 : streamFailures >= 2;
}
