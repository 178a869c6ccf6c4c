import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../../app/context.ts';
import type { Sql } from '../../platform/db/client.ts';
import { errorCode, SetupError } from '../../platform/db/embedded/setup-error.ts';
import { createKey, createMerchant, hasMerchants, isKeyKnown } from '../merchants.ts';
import { generatePassword, hashPassword } from '../sign-in/passwords.ts';
import { insertMember, selectMerchantIdOf } from './member-store.ts';

export interface DevCredentials {
  base_url: string;
  dashboard_url: string;
  email: string;
  password: string;
  test_key: string;
  live_key: string;
  publishable_key: string;
}

const fileName = 'dev-credentials.json';
const lockKey = 0x64656d6f; // "demo"
const email = 'demo@causeway.test';

/** Creates the demo merchant if the database is empty. Its secrets are stored only in the credentials file. */
export async function createDemoMerchant(
  ctx: Context,
  dataDir: string,
  /** What rooms above add to it, in the same transaction. */
  equip: (tx: Sql, merchantId: string, email: string) => Promise<void>,
): Promise<void> {
  if (await hasMerchants(ctx.db)) return;
  const password = generatePassword(ctx.random);
  const passwordHash = await hashPassword(password);
  await ctx.db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${lockKey})`;
    if (await hasMerchants(tx)) return;
    const { merchant_id: merchantId } = await createMerchant(ctx, tx, { name: 'Demo Shop', email });
    await insertMember(tx, {
      member_id: ctx.ids.next('mem'),
      merchant_id: merchantId,
      email,
      password_hash: passwordHash,
      role: 'owner',
      created_at: ctx.clock.now(),
    });
    const key = async (environment: 'test' | 'live', kind: 'secret' | 'publishable') =>
      (await createKey(ctx, tx, { merchantId, environment, kind, allowedIps: [] })).key;
    const credentials = withAddresses(ctx, {
      email,
      password,
      test_key: await key('test', 'secret'),
      live_key: await key('live', 'secret'),
      publishable_key: await key('test', 'publishable'),
    });
    await equip(tx, merchantId, email);
    // Written before the commit: after a crash in between, the next start creates the merchant and the file again.
    await writeCredentials(dataDir, credentials);
  });
}

/** By its owner's address, so that every process finds it, whichever one created it. */
export async function findDemoMerchant(ctx: Context): Promise<string | null> {
  return (await selectMerchantIdOf(ctx.db, email)) ?? null;
}

/** The stored credentials, rewritten with the current URLs. Null if there are none. */
export async function refreshCredentials(ctx: Context, dataDir: string): Promise<DevCredentials | null> {
  const written = await readCredentials(dataDir);
  if (!written) return null;
  const credentials = withAddresses(ctx, written);
  // The file may belong to another database, where its keys do not work.
  if (!(await isKeyKnown(ctx.db, credentials.test_key))) return null;
  await writeCredentials(dataDir, credentials);
  return credentials;
}

/** The credentials as last written, or null if there are none. */
export async function readCredentials(dataDir: string): Promise<DevCredentials | null> {
  const path = join(dataDir, fileName);
  return existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : null;
}

/** Containers are read-only, and their user owns no folder. */
async function writeCredentials(dataDir: string, credentials: DevCredentials): Promise<void> {
  const path = join(dataDir, fileName);
  await writePrivately(path, credentials).catch((error: unknown) => {
    throw new SetupError(
      `${path} cannot be written (${errorCode(error)}). The keys and the password of the demo merchant would be kept there. ` +
        'Set DATA_DIR to a folder that can be written to, or start without DEMO and run "merchants create" and "keys create".',
    );
  });
}

/** Atomically, readable only by the owner. */
async function writePrivately(path: string, credentials: DevCredentials): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(credentials, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

function withAddresses(
  ctx: Context,
  credentials: Omit<DevCredentials, 'base_url' | 'dashboard_url'>,
): DevCredentials {
  const { publicUrl } = ctx.config;
  return { ...credentials, base_url: `${publicUrl}/api/v1`, dashboard_url: `${publicUrl}/dashboard` };
}
