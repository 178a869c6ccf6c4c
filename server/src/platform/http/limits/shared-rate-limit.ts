import { within } from '../../../lib/deadline.ts';
import type { Log } from '../../log.ts';
import {
  judge,
  type RateLimits,
  type RateLimitVerdict,
  type TakeOwnRateLimit,
  windowMs,
} from './rate-limit.ts';

/** The longest a request waits for Redis. */
const usualPatienceMs = 500;
/** While Redis is down, one request per interval checks whether it is back. */
const tryAgainAfterMs = 5000;

/**
 * Does what `judge` does, atomically for all processes: returns the stored time, and advances it if the request is
 * allowed. The entry expires when the full limit is available again.
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

/** Counts in Redis or Valkey for all processes. While it does not respond, each process counts on its own. */
export function createSharedRateLimit(
  url: string,
  own: TakeOwnRateLimit,
  log: Log,
  patienceMs = usualPatienceMs,
): RateLimits {
  let connected: ReturnType<typeof connect> | null = null;
  let isAway = false;
  let tryAgainAtMs = 0;
  /** The last connection error, which says more than a timeout. */
  let trouble: unknown = null;

  function noteAway(error: unknown): void {
    tryAgainAtMs = performance.now() + tryAgainAfterMs;
    if (isAway) return;
    isAway = true;
    const reason = reasonOf(trouble ?? error);
    log.warn(
      { reason },
      'Redis does not respond: each process counts rate limits on its own until it does. Check REDIS_URL.',
    );
  }

  function noteBack(): void {
    if (!isAway) return;
    isAway = false;
    log.info('Redis responds again: rate limits are shared');
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
        await within(patienceMs, answer, () => new Error(`no response within ${patienceMs} ms`)),
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
      // One that could not be opened has nothing to close.
      const opened = await connected?.catch(() => null);
      opened?.client.destroy();
    },
  };
}

/** Loaded on demand: most installations have no Redis. */
async function connect(url: string, noteTrouble: (error: unknown) => void) {
  const { connectRedis } = await import('./redis-client.ts');
  return connectRedis(url, script, noteTrouble);
}

/** The AggregateError for a host with several addresses has a code but no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
