import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

export interface Migration {
  name: string;
  checksum: string;
  statements: string;
  /** Oldest version whose processes can run on the database after it, from its line "-- works with: 0.1.0". */
  worksWith: string | null;
  /** Name of the index that it builds outside a transaction, as its only statement. Null for all others. */
  concurrentIndex: string | null;
}

export async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const statements = await readFile(new URL(name, folder), 'utf8');
      const checksum = createHash('sha256').update(statements).digest('hex');
      const worksWith = /^-- works with: (\d+\.\d+\.\d+)$/m.exec(statements)?.[1] ?? null;
      return { name, statements, checksum, worksWith, concurrentIndex: indexOf(statements) };
    }),
  );
}

function indexOf(statements: string): string | null {
  const [first = '', ...others] = statements
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);
  const [, index] = /^create (?:unique )?index concurrently (\w+)/i.exec(first) ?? [];
  return index !== undefined && others.length === 0 ? index : null;
}
