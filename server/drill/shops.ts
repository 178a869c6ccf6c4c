import { createContext } from '../src/app/compose.ts';
import { makeKey } from '../src/merchants/keys/keys.ts';
import { createMerchant } from '../src/merchants/merchants.ts';
import { parseConfig } from '../src/platform/config/config.ts';

/** Test keys of new merchants. A key may make 1,000 requests in a minute, so a load needs several. */
export async function makeKeys(databaseUrl: string, masterKey: string, count: number): Promise<string[]> {
  const ctx = createContext(parseConfig({ MASTER_KEY: masterKey, LOG_LEVEL: 'error' }), databaseUrl);
  const keys: string[] = [];
  for (let made = 0; made < count; made++) {
    const merchant = await createMerchant(ctx, ctx.db, {
      name: `Shop ${made}`,
      email: `${made}@example.com`,
    });
    const owner = { merchant_id: merchant.merchant_id, environment: 'test' } as const;
    const { key } = await makeKey(ctx, ctx.db, owner, { name: 'Drill', kind: 'secret' }, null, '');
    if (key.key) keys.push(key.key);
  }
  await ctx.db.end();
  return keys;
}
