import type { Db } from '../db/client.ts';
import type { Secrets } from '../secrets.ts';
import { MasterKeyError } from './master-key.ts';
import { type SealedColumn, type SealedRow, sealedColumns } from './sealed-store.ts';
import { deleteMasterKeys, lockMasterKeys } from './store.ts';

const batchSize = 200;

export interface ResealResult {
  newest_key: string;
  resealed: number;
  /** Secrets of keys that this process does not have. */
  unreadable: number;
  /** Keys of this process that encrypt nothing any more. */
  removable_keys: string[];
}

/**
 * Encrypts every secret with the newest key, in batches. Safe beside a running service, and safe to stop at any time:
 * each secret moves in one statement, and running it again continues where it stopped.
 */
export async function resealSecrets(
  db: Db,
  secrets: Secrets,
  onBatch: (resealed: number) => void = () => {},
): Promise<ResealResult> {
  const [newest, ...older] = secrets.keyIds;
  if (newest === undefined) throw new MasterKeyError('Set MASTER_KEY for this command.');
  let resealed = 0;
  for (const column of sealedColumns) {
    for await (const count of resealColumn(db, secrets, column, older)) {
      resealed += count;
      onBatch(resealed);
    }
  }
  const left = await countLeft(db, newest);
  const removable = older.filter((keyId) => !left.has(keyId));
  await db.begin(async (tx) => {
    await lockMasterKeys(tx);
    await deleteMasterKeys(tx, removable);
  });
  const unreadable = [...left].filter(([keyId]) => !older.includes(keyId));
  return {
    newest_key: newest,
    resealed,
    unreadable: unreadable.reduce((sum, [, count]) => sum + count, 0),
    removable_keys: removable,
  };
}

async function* resealColumn(
  db: Db,
  secrets: Secrets,
  column: SealedColumn,
  older: string[],
): AsyncGenerator<number> {
  let after: SealedRow | null = null;
  for (;;) {
    const rows: SealedRow[] = await column.select(db, older, after, batchSize);
    // One statement per row: no two rows are locked at once, so it cannot deadlock with the service.
    await Promise.all(
      rows.map((row) =>
        column.replace(db, row, secrets.seal(secrets.open(row.sealed, row.owner), row.owner)),
      ),
    );
    if (rows.length > 0) yield rows.length;
    after = rows.at(-1) ?? null;
    if (rows.length < batchSize) return;
  }
}

/** Secrets that another key than the newest encrypted, by key. */
async function countLeft(db: Db, newest: string): Promise<Map<string, number>> {
  const left = new Map<string, number>();
  for (const column of sealedColumns)
    for (const { key_id, count } of await column.count(db))
      if (key_id !== newest) left.set(key_id, (left.get(key_id) ?? 0) + count);
  return left;
}
