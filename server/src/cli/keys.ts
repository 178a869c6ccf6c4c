import { createKey, type Key, revokeKey, selectKeys } from '../merchants/merchants.ts';
import { type Command, textOf, UsageError, type Values } from './command.ts';
import { withContext } from './database.ts';
import { print } from './output.ts';

export const keyCommands: Command[] = [
  {
    name: 'keys create',
    usage: '--merchant ID --env test|live [--publishable] [--strict] [--allow-ip CIDR]…',
    summary: 'Create an API key. Copy it now: it is not shown again.',
    options: {
      merchant: { type: 'string' },
      env: { type: 'string' },
      publishable: { type: 'boolean' },
      strict: { type: 'boolean' },
      'allow-ip': { type: 'string', multiple: true },
    },
    args: [],
    async run(values) {
      const input = {
        merchantId: textOf(values, 'merchant'),
        environment: environmentOf(values),
        kind: values['publishable'] ? ('publishable' as const) : ('secret' as const),
        strict: values['strict'] === true,
        allowedIps: [values['allow-ip'] ?? []].flat().map(String),
      };
      const { key, ...row } = await withContext((ctx) => createKey(ctx, ctx.db, input));
      print(values, { ...shown(row), key });
    },
  },
  {
    name: 'keys list',
    usage: '--merchant ID',
    summary: 'List the keys of a merchant, without their secrets.',
    options: { merchant: { type: 'string' } },
    args: [],
    async run(values) {
      const merchantId = textOf(values, 'merchant');
      print(values, (await withContext((ctx) => selectKeys(ctx.db, merchantId))).map(shown));
    },
  },
  {
    name: 'keys revoke',
    usage: 'KEY_ID',
    summary: 'Revoke a key permanently. Within a second, it returns 401 KEY_REVOKED.',
    options: {},
    args: ['key_id'],
    async run(values, { key_id: id = '' }) {
      print(values, shown(await withContext((ctx) => revokeKey(ctx, id))));
    },
  },
];

function environmentOf(values: Values): 'test' | 'live' {
  const text = textOf(values, 'env');
  if (text !== 'test' && text !== 'live') throw new UsageError(`--env must be test or live, not "${text}".`);
  return text;
}

function shown(row: Key) {
  return {
    ...row,
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}
