import type { Sql } from '../db/client.ts';
import { type Sealed, sealedFrom, sealedText } from '../secrets.ts';

/** A secret at rest: where it is, and the owner it is bound to. */
export interface SealedRow {
  owner: string;
  merchantId: string;
  /** The rest of the primary key, where it has another column. */
  part: string;
  sealed: Sealed;
}

/** A column with secrets. A test fails when one is missing in `sealedColumns`. */
export interface SealedColumn {
  name:
    | 'signing_secrets'
    | 'previous_signing_secrets'
    | 'second_factors'
    | 'former_second_factors'
    | 'stored_responses'
    | 'email_links';
  /** Rows encrypted with these keys, in the order of the primary key, after the given row. */
  select(sql: Sql, keyIds: string[], after: SealedRow | null, limit: number): Promise<SealedRow[]>;
  /** Compares before it replaces, so that a secret that was rotated meanwhile stays. */
  replace(sql: Sql, row: SealedRow, by: Sealed): Promise<void>;
  /** Rows by the key that encrypted them. */
  count(sql: Sql): Promise<{ key_id: string; count: number }[]>;
}

export const sealedColumns: readonly SealedColumn[] = [
  bytesIn('signing_secrets', {
    table: 'webhook_endpoints',
    owner: 'endpoint_id',
    bytes: 'secret',
    keyId: 'secret_key_id',
  }),
  bytesIn('previous_signing_secrets', {
    table: 'webhook_endpoints',
    owner: 'endpoint_id',
    bytes: 'previous_secret',
    keyId: 'previous_secret_key_id',
  }),
  bytesIn('second_factors', {
    table: 'members',
    owner: 'member_id',
    bytes: 'totp_secret',
    keyId: 'totp_secret_key_id',
  }),
  bytesIn('former_second_factors', {
    table: 'former_members',
    owner: 'member_id',
    bytes: 'totp_secret',
    keyId: 'totp_secret_key_id',
  }),
  storedResponses(),
  emailLinks(),
];

function bytesIn(
  name: SealedColumn['name'],
  at: { table: string; owner: string; bytes: string; keyId: string },
): SealedColumn {
  return {
    name,
    async select(sql, keyIds, after, limit) {
      const rows = await sql<{ owner: string; merchant_id: string; key_id: string; sealed: Buffer }[]>`
        select ${sql(at.owner)} as owner, merchant_id, ${sql(at.keyId)} as key_id, ${sql(at.bytes)} as sealed
        from ${sql(at.table)}
        where ${sql(at.keyId)} = any(${keyIds}::text[]) and ${sql(at.bytes)} is not null
          and (${sql(at.owner)}, merchant_id) > (${after?.owner ?? ''}::text, ${after?.merchantId ?? ''}::text)
        order by ${sql(at.owner)}, merchant_id limit ${limit}`;
      return rows.map(({ owner, merchant_id, key_id, sealed }) => ({
        owner,
        merchantId: merchant_id,
        part: '',
        sealed: { sealed, keyId: key_id },
      }));
    },
    async replace(sql, row, by) {
      await sql`
        update ${sql(at.table)} set ${sql(at.bytes)} = ${by.sealed}, ${sql(at.keyId)} = ${by.keyId}
        where ${sql(at.owner)} = ${row.owner} and merchant_id = ${row.merchantId}
          and ${sql(at.bytes)} = ${row.sealed.sealed}`;
    },
    count: (sql) => sql<{ key_id: string; count: number }[]>`
      select ${sql(at.keyId)} as key_id, count(*)::int as count from ${sql(at.table)}
      where ${sql(at.bytes)} is not null group by 1`,
  };
}

/** Responses that contain a secret, kept for 24 hours under their Idempotency-Key. */
function storedResponses(): SealedColumn {
  return {
    name: 'stored_responses',
    async select(sql, keyIds, after, limit) {
      const rows = await sql<{ owner: string; merchant_id: string; environment: string; body: string }[]>`
        select idempotency_key as owner, merchant_id, environment, response_body as body from idempotency_keys
        where response_body like 'sealed %' and split_part(response_body, ' ', 2) = any(${keyIds}::text[])
          and (merchant_id, environment, idempotency_key) >
            (${after?.merchantId ?? ''}::text, ${after?.part ?? ''}::text, ${after?.owner ?? ''}::text)
        order by merchant_id, environment, idempotency_key limit ${limit}`;
      return rows.map(({ owner, merchant_id, environment, body }) => ({
        owner,
        merchantId: merchant_id,
        part: environment,
        sealed: sealedFrom(body),
      }));
    },
    async replace(sql, row, by) {
      await sql`
        update idempotency_keys set response_body = ${sealedText(by)}
        where merchant_id = ${row.merchantId} and environment = ${row.part}
          and idempotency_key = ${row.owner} and response_body = ${sealedText(row.sealed)}`;
    },
    count: (sql) => sql<{ key_id: string; count: number }[]>`
      select split_part(response_body, ' ', 2) as key_id, count(*)::int as count from idempotency_keys
      where response_body like 'sealed %' group by 1`,
  };
}

/** Links that sign a member in or set a password. The owner is the member. */
function emailLinks(): SealedColumn {
  return {
    name: 'email_links',
    async select(sql, keyIds, after, limit) {
      const rows = await sql<{ email_id: string; owner: string; merchant_id: string; link: string }[]>`
        select email_id, resource_id as owner, merchant_id, message->>'link' as link from emails
        where message->>'link' like 'sealed %'
          and split_part(message->>'link', ' ', 2) = any(${keyIds}::text[])
          and (email_id, merchant_id) > (${after?.part ?? ''}::text, ${after?.merchantId ?? ''}::text)
        order by email_id, merchant_id limit ${limit}`;
      return rows.map((row) => ({
        owner: row.owner,
        merchantId: row.merchant_id,
        part: row.email_id,
        sealed: sealedFrom(row.link),
      }));
    },
    async replace(sql, row, by) {
      await sql`
        update emails set message = jsonb_set(message::jsonb, '{link}', to_jsonb(${sealedText(by)}::text))::json
        where email_id = ${row.part} and merchant_id = ${row.merchantId}
          and message->>'link' = ${sealedText(row.sealed)}`;
    },
    count: (sql) => sql<{ key_id: string; count: number }[]>`
      select split_part(message->>'link', ' ', 2) as key_id, count(*)::int as count from emails
      where message->>'link' like 'sealed %' group by 1`,
  };
}
