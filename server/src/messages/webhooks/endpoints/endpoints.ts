import type { Context } from '../../../app/context.ts';
import type { Caller } from '../../../lib/caller.ts';
import { dayMs } from '../../../lib/durations.ts';
import { ApiError } from '../../../lib/errors.ts';
import { isId } from '../../../lib/ids.ts';
import { assertOwn } from '../../../lib/ownership.ts';
import { unique } from '../../../lib/unique.ts';
import type { Sql } from '../../../platform/db/client.ts';
import type { Page } from '../../../platform/db/page.ts';
import { assertCursor, type PageQuery, readPage } from '../../../platform/db/pagination.ts';
import { generateSigningSecret } from '../deliveries/signatures.ts';
import type { CreateEndpointBody, UpdateEndpointBody } from '../schema.ts';
import { isLocalName, isPublicAddress, literalAddress, resolvesToPublic } from './addresses.ts';
import {
  type EndpointRow,
  insertEndpoint,
  rotateEndpointSecret,
  selectEndpoint,
  selectEndpointPage,
  updateEndpoint,
} from './endpoint-store.ts';

const maxEndpoints = 50;
/** How long the previous secret still signs after a rotation. */
const rotationMs = dayMs;

/** `plainSecret` is for the response; the row stores it encrypted. */
export async function createEndpoint(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  body: CreateEndpointBody,
): Promise<EndpointRow & { plainSecret: string }> {
  const endpointId = ctx.ids.next('we');
  const plainSecret = generateSigningSecret(ctx.random);
  const { sealed, keyId } = ctx.secrets.seal(plainSecret, endpointId);
  const row: EndpointRow = {
    endpoint_id: endpointId,
    merchant_id: caller.merchant_id,
    environment: caller.environment,
    url: body.url,
    events: selected(body.events),
    description: body.description ?? null,
    status: 'enabled',
    secret: sealed,
    secret_key_id: keyId,
    previous_secret: null,
    previous_secret_key_id: null,
    previous_secret_until: null,
    is_prompt: false,
    failing_since: null,
    created_at: ctx.clock.now(),
  };
  if (await insertEndpoint(tx, row, maxEndpoints)) return { ...row, plainSecret };
  throw new ApiError('INVALID_PARAMETER', {
    message: `You have reached the limit of ${maxEndpoints} endpoints. Delete one first.`,
    details: { field: 'url', max_endpoints: maxEndpoints },
  });
}

const whyPublic = {
  test:
    'must resolve to a public address: private, loopback and link-local addresses are disabled here. To receive test ' +
    'events on your own machine, run "causeway webhooks listen", or ask the operator to set WEBHOOKS_ALLOW_PRIVATE=1',
  live: 'must resolve to a public address: private, loopback and link-local addresses are for test mode only',
};

/** Rejects URLs that deliveries could not be sent to. Resolves names, so call it outside transactions. */
export async function assertReachable(
  ctx: Context,
  { environment, merchant_id: merchantId }: Caller,
  url: string | undefined,
): Promise<void> {
  const anywhere = environment === 'test' && ctx.config.webhooksAllowPrivate;
  if (anywhere || url === undefined) return;
  const { protocol, hostname } = new URL(url);
  const refuse = (reason: string) =>
    new ApiError('INVALID_URL', { message: `The url ${reason}.`, details: { field: 'url', provided: url } });
  if (environment === 'live' && protocol !== 'https:')
    throw refuse('must use HTTPS: HTTP is for test mode only');
  const literal = literalAddress(hostname);
  const isPublic =
    literal === null
      ? !isLocalName(hostname) && (await resolvesToPublic(ctx.resolve, hostname, merchantId))
      : isPublicAddress(literal);
  if (!isPublic) throw refuse(whyPublic[environment]);
}

export async function getEndpoint(sql: Sql, caller: Caller, endpointId: string): Promise<EndpointRow> {
  const key = { endpoint_id: endpointId, merchant_id: caller.merchant_id };
  return assertOwn(
    caller,
    isId('we', endpointId) ? await selectEndpoint(sql, key) : undefined,
    'WEBHOOK_ENDPOINT_NOT_FOUND',
  );
}

export async function listEndpoints(
  ctx: Context,
  caller: Caller,
  query: PageQuery,
): Promise<Page<EndpointRow>> {
  const request = readPage(query, caller.merchant_id, 'we', 'WEBHOOK_ENDPOINT_NOT_FOUND');
  const page = await selectEndpointPage(ctx.db, caller.environment, request);
  assertCursor(page, request, caller.environment, 'WEBHOOK_ENDPOINT_NOT_FOUND');
  return page;
}

export async function changeEndpoint(
  ctx: Context,
  caller: Caller,
  endpointId: string,
  { url, events, description, status }: UpdateEndpointBody & { status?: EndpointRow['status'] },
): Promise<EndpointRow> {
  const { endpoint_id, merchant_id } = await getEndpoint(ctx.db, caller, endpointId);
  const row = await updateEndpoint(
    ctx.db,
    { endpoint_id, merchant_id },
    {
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: selected(events) }),
      ...(description === undefined ? {} : { description }),
      ...(status === undefined ? {} : { status }),
    },
  );
  if (status === 'enabled') ctx.wake.at('deliver-webhooks', ctx.clock.now());
  return assertOwn(caller, row, 'WEBHOOK_ENDPOINT_NOT_FOUND');
}

/** Hides the endpoint and stops its deliveries. */
export async function deleteEndpoint(ctx: Context, caller: Caller, endpointId: string): Promise<string> {
  const { endpoint_id, merchant_id } = await getEndpoint(ctx.db, caller, endpointId);
  return assertOwn(
    caller,
    await updateEndpoint(ctx.db, { endpoint_id, merchant_id }, { status: 'deleted' }),
    'WEBHOOK_ENDPOINT_NOT_FOUND',
  ).endpoint_id;
}

export async function rotateSecret(
  ctx: Context,
  tx: Sql,
  caller: Caller,
  endpointId: string,
): Promise<EndpointRow & { plainSecret: string }> {
  const { endpoint_id, merchant_id } = await getEndpoint(tx, caller, endpointId);
  const plainSecret = generateSigningSecret(ctx.random);
  const until = new Date(ctx.clock.nowMs() + rotationMs);
  const row = await rotateEndpointSecret(
    tx,
    { endpoint_id, merchant_id },
    ctx.secrets.seal(plainSecret, endpoint_id),
    until,
  );
  return { ...assertOwn(caller, row, 'WEBHOOK_ENDPOINT_NOT_FOUND'), plainSecret };
}

/** Removes duplicates; '*' replaces all other types. */
function selected(events: readonly string[]): string[] {
  return events.includes('*') ? ['*'] : unique(events);
}
