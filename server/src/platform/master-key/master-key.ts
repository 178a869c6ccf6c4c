import { existsSync } from 'node:fs';
import type { Db, Sql } from '../db/client.ts';
import { createSecrets, masterKeyIn, masterKeyPath, type Secrets } from '../secrets.ts';
import { sealedColumns } from './sealed-store.ts';
import { abandonMasterKey, insertMasterKey, lockMasterKeys, type MasterKeyRow } from './store.ts';

/** The master keys of this process do not fit the database. The message says what to do. */
export class MasterKeyError extends Error {}

const canary = { text: 'causeway', owner: 'master key' };
/** These are counted at start. The others are short-lived, and their tables large. */
const checkedAtStart = ['signing_secrets', 'second_factors'];

/** Where the master keys of a process come from. */
interface KeySource {
  /** From MASTER_KEY, newest first. Empty: the key in the folder. */
  masterKeys: Buffer[];
  /** Null for commands on an external database without MASTER_KEY, which use no secrets. */
  folder: string | null;
}

/**
 * The master keys of this process, once it is certain that they open what is encrypted in the database. A key is
 * created in the folder only while nothing is encrypted.
 */
export async function openMasterKeys(db: Db, source: KeySource): Promise<Buffer[]> {
  const { folder } = source;
  if (source.masterKeys.length === 0 && folder === null) return [];
  return db.begin(async (tx) => {
    const rows = await lockMasterKeys(tx);
    const needed = await neededKeyIds(tx, rows);
    const path = source.masterKeys.length === 0 && folder !== null ? masterKeyPath(folder) : null;
    if (path !== null && needed.length > 0 && !existsSync(path)) throw refusal(needed, path);
    const keys = keysOf(source);
    const secrets = createSecrets(keys);
    const missing = needed.filter((keyId) => !secrets.keyIds.includes(keyId));
    if (missing.length > 0) throw refusal(missing, path);
    for (const row of rows) if (row.canary) openCanary(secrets, row);
    await insertMasterKey(tx, secrets.seal(canary.text, canary.owner));
    return keys;
  });
}

export interface Losses {
  signing_secrets: number;
  second_factors: number;
  stored_responses: number;
  email_links: number;
}

/** Lets processes start without a key that is lost for good. Returns how many secrets nobody can read from now on. */
export async function abandonKey(db: Db, source: KeySource, keyId: string, at: Date): Promise<Losses> {
  return db.begin(async (tx) => {
    const needed = await neededKeyIds(tx, await lockMasterKeys(tx));
    if (!needed.includes(keyId))
      throw new MasterKeyError(
        `Nothing in the database is encrypted with master key ${keyId}. ${needed.length > 0 ? `In use: ${needed.join(', ')}.` : 'No key is in use.'}`,
      );
    const secrets = createSecrets(keysOf(source));
    if (secrets.keyIds.includes(keyId))
      throw new MasterKeyError(`This process has master key ${keyId}: it is not lost.`);
    await abandonMasterKey(tx, keyId, at);
    await insertMasterKey(tx, secrets.seal(canary.text, canary.owner));
    return lossesOf(tx, keyId);
  });
}

function keysOf({ masterKeys, folder }: KeySource): Buffer[] {
  if (masterKeys.length > 0) return masterKeys;
  if (folder === null) throw new MasterKeyError('Set MASTER_KEY for this command.');
  return [masterKeyIn(folder)];
}

/** Keys with a canary, and those that still encrypt something: a process that has not restarted may seal after a reseal. */
async function neededKeyIds(tx: Sql, rows: MasterKeyRow[]): Promise<string[]> {
  const abandoned = new Set(rows.filter((row) => row.abandoned_at).map((row) => row.key_id));
  const columns = sealedColumns.filter(({ name }) => checkedAtStart.includes(name));
  const counts = await Promise.all(columns.map((column) => column.count(tx)));
  const keyIds = [...rows, ...counts.flat()].map((row) => row.key_id);
  return [...new Set(keyIds)].filter((keyId) => !abandoned.has(keyId));
}

async function lossesOf(tx: Sql, keyId: string): Promise<Losses> {
  const losses: Record<string, number> = {};
  for (const column of sealedColumns) {
    const counts = await column.count(tx);
    losses[column.name] = counts.find((row) => row.key_id === keyId)?.count ?? 0;
  }
  const { signing_secrets = 0, second_factors = 0, stored_responses = 0, email_links = 0 } = losses;
  return { signing_secrets, second_factors, stored_responses, email_links };
}

function openCanary(secrets: Secrets, { key_id: keyId, canary: sealed }: MasterKeyRow): void {
  if (sealed) secrets.open({ sealed, keyId }, canary.owner);
}

/** `path` is the key file, or null with MASTER_KEY. */
function refusal(missing: string[], path: string | null): MasterKeyError {
  const keys = `master key${missing.length > 1 ? 's' : ''} ${missing.join(' and ')}`;
  const restore =
    path === null
      ? 'Add it to MASTER_KEY: a comma-separated list, newest first.'
      : `Restore ${path} from a backup, or set MASTER_KEY.`;
  return new MasterKeyError(
    [
      `Secrets in the database are encrypted with ${keys}, which this process does not have. Nothing was changed.`,
      restore,
      'If it is lost for good, stop all processes and continue without these secrets:',
      ...missing.map((keyId) => `  causeway secrets abandon ${keyId}`),
      'Then webhook signing secrets have to be rotated, and members with two-factor authentication sign in with a',
      'recovery code and set it up again. Payments, API keys, passwords and recovery codes are not affected.',
    ].join('\n'),
  );
}
