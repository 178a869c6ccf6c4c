import { within } from '../deadline.ts';
import type { Log } from '../log.ts';
import {
  judge,
  type RateLimits,
  type RateLimitVerdict,
  type TakeOwnRateLimit,
  windowMs,
} from './rate-limit.ts';

/** A request waits no longer than this to be counted. */
const usualPatienceMs = 500;
/** While Redis is away, one request in so many milliseconds finds out whether it is back. */
const tryAgainAfterMs = 5000;
const maxReconnectMs = 2000;

/**
 * As `judge` decides it, where all processes count: tells the moment at which the allowance was whole before, and moves
 * it on when the request is let through. The entry goes when the allowance is whole.
 */
const script = `
local perMinute = tonumber(ARGV[1])
local now = tonumber(ARGV[2]) * perMinute
local window = ${windowMs} * perMinute
local known = tonumber(redis.call('GET', KEYS[1])) or 0
local start = known
if known < now or known - now > window then start = now end
local next = start + ${windowMs} * tonumber(ARGV[3])
if next > start and next - window <= now then
  redis.call('SET', KEYS[1], string.format('%.0f', next), 'PX', math.ceil((next - now) / perMinute))
end
return string.format('%.0f', known)`;

/**
 * Limits counted in Redis or Valkey, for all processes together. Money does not wait for it: while it does not answer,
 * each process counts for itself.
 */
export function createSharedRateLimit(
  url: string,
  own: TakeOwnRateLimit,
  log: Log,
  patienceMs = usualPatienceMs,
): RateLimits {
  let connected: ReturnType<typeof connect> | null = null;
  let isAway = false;
  let tryAgainAtMs = 0;
  /** What the connection suffers from, which says more than that an answer is missing. */
  let trouble: unknown = null;

  function noteAway(error: unknown): void {
    tryAgainAtMs = performance.now() + tryAgainAfterMs;
    if (isAway) return;
    isAway = true;
    const reason = reasonOf(trouble ?? error);
    log.warn(
      { reason },
      'Redis does not answer: each process counts its own rate limits until it does. Check REDIS_URL.',
    );
  }

  function noteBack(): void {
    if (!isAway) return;
    isAway = false;
    log.info('Redis answers again: rate limits are shared');
  }

  const open = () => connect(url, (error) => (trouble = error));

  async function ask(
    keyId: string,
    perMinute: number,
    nowMs: number,
    cost: 0 | 1,
  ): Promise<RateLimitVerdict> {
    try {
      connected ??= open();
      const answer = connected
        .then(({ ready }) => ready)
        .then((client) => client.take(`causeway:rate:${keyId}`, perMinute, nowMs, cost));
      const wholeAtPart = Number(
        await within(patienceMs, answer, () => new Error(`no answer within ${patienceMs} ms`)),
      );
      noteBack();
      return judge(wholeAtPart, perMinute, nowMs, cost).verdict;
    } catch (error) {
      noteAway(error);
      return own(keyId, perMinute, nowMs, cost);
    }
  }

  return {
    take(keyId, perMinute, nowMs, cost = 1) {
      if (isAway) {
        if (performance.now() < tryAgainAtMs) return own(keyId, perMinute, nowMs, cost);
        tryAgainAtMs = performance.now() + tryAgainAfterMs;
      }
      return ask(keyId, perMinute, nowMs, cost);
    },
    async open() {
      connected ??= open();
      await connected;
      await ask('open', 1, 0, 0);
    },
    async close() {
      (await connected)?.client.destroy();
    },
  };
}

/** Loaded here, since most who run the service have no Redis. */
async function connect(url: string, noteTrouble: (error: unknown) => void) {
  const { createClient, defineScript } = await import('@redis/client');
  const take = defineScript({
    SCRIPT: script,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser, keyId: string, perMinute: number, nowMs: number, cost: number) {
      parser.pushKey(keyId);
      parser.push(String(perMinute), String(nowMs), String(cost));
    },
    transformReply: (reply: unknown) => String(reply),
  });
  const client = createClient({
    url,
    RESP: 2,
    scripts: { take },
    // What cannot be sent now is counted here: a limit that answers later limits nothing.
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: maxReconnectMs,
      reconnectStrategy: (retries) => Math.min(100 * (retries + 1), maxReconnectMs),
    },
  });
  client.on('error', noteTrouble).on('ready', () => noteTrouble(null));
  const ready = client.connect();
  // Nobody may be asking when it is given up, at the end of the process.
  ready.catch(() => undefined);
  return { client, ready };
}

/** Of an address with several, the error of all attempts together has a code and no words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
