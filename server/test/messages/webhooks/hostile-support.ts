import { recordEvents } from '../../../src/messages/webhooks/events.ts';
import type { TestService } from '../../support/service.ts';
import { newEvents } from './worker-support.ts';

/** A merchant for each URL, with one endpoint there and this many events, written as one batch. */
export async function makeHostileMerchants(
  { ctx }: TestService,
  urls: string[],
  eventsEach: number,
): Promise<void> {
  const made = urls.map((url) => {
    const [merchantId, endpointId] = [ctx.ids.next('mer'), ctx.ids.next('we')];
    const { sealed, keyId } = ctx.secrets.seal('whsec_AAAA', endpointId);
    return { merchantId, endpointId, url, secret: sealed.toString('hex'), keyId };
  });
  await ctx.db`
    insert into merchants (merchant_id, name, email, created_at)
    select id, 'Hostile', 'hostile@example.com', now() from unnest(${made.map((m) => m.merchantId)}::text[]) as id`;
  await ctx.db`
    insert into webhook_endpoints (endpoint_id, merchant_id, environment, url, events, status, secret, secret_key_id,
      created_at)
    select endpoint_id, merchant_id, 'test', url, '{*}', 'enabled', decode(secret, 'hex'), key_id, now()
    from unnest(${made.map((m) => m.endpointId)}::text[], ${made.map((m) => m.merchantId)}::text[],
      ${made.map((m) => m.url)}::text[], ${made.map((m) => m.secret)}::text[], ${made.map((m) => m.keyId)}::text[])
      as made (endpoint_id, merchant_id, url, secret, key_id)`;
  const now = ctx.clock.now();
  const events = made.flatMap(({ merchantId }) => newEvents(eventsEach, { merchantId }, now));
  await recordEvents(ctx.db, ctx.ids, events);
  ctx.wake.at('deliver-webhooks', now);
}
