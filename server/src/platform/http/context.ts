import type { Context } from '../../app/context.ts';
import type { KeyCaller } from '../../lib/caller.ts';
import type { Environment } from '../../lib/environment.ts';
import type { WebBuild } from '../pages/web-build.ts';
import type { RequestDetail } from '../requests/requests.ts';
import type { RateLimits } from './limits/rate-limit.ts';

/** The context of HTTP routes: what they need beyond `Context`. */
export interface HttpContext extends Context {
  /**
   * The caller that an API key belongs to; undefined for unknown keys. Synchronous when the key is cached.
   * `beforeLookup` runs before the database is asked about a key that this process has not seen before.
   */
  authenticate: (
    key: string,
    beforeLookup?: () => Promise<void>,
  ) => KeyCaller | undefined | Promise<KeyCaller | undefined>;
  /** Records API requests for the merchant's request log, in the background. */
  requestLog: { add(makeRow: () => RequestDetail): void; flush(): Promise<void> };
  rateLimits: RateLimits;
  /** Whether the process is about to stop, and proxies should use others. */
  draining: { isOn: boolean };
  requestsPerMinute: Record<Environment, number>;
  publicLimits: PublicLimits;
  /** The folder of the built pages. */
  webDir: string;
  readWebBuild: (dir: string) => Promise<WebBuild | null>;
  /** The merchant of the demo checkout on the front page; null without a demo merchant. */
  demoMerchantId: string | null;
}

/** Limits for clients without a key: rates per client address, and open streams per process. */
export interface PublicLimits {
  readsPerMinute: number;
  changesPerMinute: number;
  streamsPerAddress: number;
  streamsPerProcess: number;
  pdfsPerMinute: number;
  /** Maximum unpaid payments of one payment link, per client network and in total. */
  unpaidPerLinkAndNetwork: number;
  unpaidPerLink: number;
  /**
   * From this many unpaid payments on, a link is crowded and each network gets only a few, so that an attacker leaves
   * room for customers.
   */
  crowdedLinkFrom: number;
  unpaidPerCrowdedLinkAndNetwork: number;
  /** Well-formed keys that do not exist, per client network. Known keys are not counted. */
  unknownKeysPerMinute: number;
  /** For a whole request, headers and body. */
  requestTimeoutMs: number;
}

export const defaultPublicLimits: PublicLimits = {
  readsPerMinute: 120,
  changesPerMinute: 30,
  streamsPerAddress: 40,
  streamsPerProcess: 5000,
  pdfsPerMinute: 10,
  unpaidPerLinkAndNetwork: 30,
  unpaidPerLink: 3000,
  crowdedLinkFrom: 300,
  unpaidPerCrowdedLinkAndNetwork: 3,
  unknownKeysPerMinute: 300,
  requestTimeoutMs: 30_000,
};
