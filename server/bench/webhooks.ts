import { randomBytes } from 'node:crypto';
import { createIds } from '../src/lib/ids.ts';
import { createRandom } from '../src/lib/random.ts';
import {
  deliveryHeaders,
  generateSigningSecret,
  signingKey,
} from '../src/messages/webhooks/deliveries/signatures.ts';
import { type NewEvent, recordEvents } from '../src/messages/webhooks/events.ts';
import type { Db } from '../src/platform/db/client.ts';
import { createSecrets } from '../src/platform/secrets.ts';

const random = createRandom();
export const ids = createIds(Date.now, random);
const secret = generateSigningSecret(random);

export const masterKey = randomBytes(32);

/** Inserts merchants with endpoints at these URLs. Returns the merchants' ids. */
export async function makeEndpoints(db: Db, urls: string[], perMerchant: number): Promise<string[]> {
  const secrets = createSecrets([masterKey]);
  const merchants: string[] = [];
  for (const [index, url] of urls.entries()) {
    if (index % perMerchant === 0) {
      const merchantId = ids.next('mer');
      await db`insert into merchants (merchant_id, name, email, created_at) values (${merchantId}, 'Bench', 'b@example.com', now())`;
      merchants.push(merchantId);
    }
    const endpointId = ids.next('we');
    const { sealed, keyId } = secrets.seal(secret, endpointId);
    await db`
      insert into webhook_endpoints (endpoint_id, merchant_id, environment, url, events, status, secret, secret_key_id, created_at)
      values (${endpointId}, ${merchants.at(-1) ?? ''}, 'test', ${url}, '{*}', 'enabled', ${sealed}, ${keyId}, now())`;
  }
  return merchants;
}

export function sampleEvent(merchantId: string): NewEvent {
  return {
    merchantId,
    environment: 'test',
    type: 'payment.completed',
    resourceId: 'pay_bench',
    createdAt: new Date(),
    data: {
      payment_id: 'pay_01m7efq76y00353vdg10mvfgmq',
      status: 'completed',
      amount: '49.99',
      currency: 'USD',
      chain: 'ethereum',
      token: 'ETH',
      token_amount: '0.016664',
      tx_hash: `0x${'48'.repeat(32)}`,
      payer_address: `0x${'2b'.repeat(20)}`,
      metadata: { order: 'A-1001' },
      reference_id: 'A-1001',
      completed_at: '2026-11-15T02:14:02.852Z',
      created_at: '2026-11-15T02:13:59.646Z',
    },
  };
}

/** Records `eventsEach` events per merchant, in batches, as state changes do. */
export async function recordMany(db: Db, merchants: string[], eventsEach: number): Promise<void> {
  const owners = merchants.flatMap((merchantId) => Array<string>(eventsEach).fill(merchantId));
  for (let done = 0; done < owners.length; done += 500)
    await recordEvents(db, ids, owners.slice(done, done + 500).map(sampleEvent));
}

/** A signed delivery of a sample event, for the baseline. */
export function signedSample(): { headers: Record<string, string>; body: string } {
  const event = sampleEvent('mer_bench');
  const eventId = ids.next('evt');
  const body = JSON.stringify({
    id: eventId,
    type: event.type,
    created_at: event.createdAt,
    data: event.data,
  });
  const signed = { attemptId: ids.next('att'), eventId, eventType: event.type, at: new Date() };
  const keys = [signingKey(secret)] as const;
  return { body, headers: deliveryHeaders({ ...signed, body: Buffer.from(body), keys }) };
}

/** Notifies the workers, as a process without workers does. */
export async function wakeWorkers(db: Db): Promise<void> {
  await db.notify('causeway_wake', JSON.stringify({ task: 'deliver-webhooks', dueAtMs: Date.now() }));
}

/** Reads at most one row per endpoint, so that polling does not affect the measurement. */
export async function anyPending(db: Db, merchants: string[]): Promise<boolean> {
  const rows = await db`
    select from webhook_endpoints endpoint cross join lateral (
      select from undelivered where endpoint_id = endpoint.endpoint_id and next_attempt_at is not null limit 1
    ) as delivery
    where endpoint.merchant_id = any(${merchants}::text[]) limit 1`;
  return rows.length > 0;
}
