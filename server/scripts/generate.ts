import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readList } from '../simulation/branches/list.ts';
import { unreachedPage } from '../simulation/branches/page.ts';
import { connect } from '../src/platform/db/client.ts';
import { openEmbeddedPostgres } from '../src/platform/db/embedded/embedded-postgres.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { dumpSchema } from './dump-schema.ts';
import { openApiDocuments } from './openapi.ts';

/** Writes the generated files. Tests fail if one is stale. */
const root = new URL('../../', import.meta.url);

async function schemaOfEmptyDatabase(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-generate-'));
  chmodSync(dataDir, 0o755);
  const postgres = await openEmbeddedPostgres({ dataDir, owner: true, log: () => {} });
  const db = connect(postgres.url, { poolSize: 1 });
  try {
    await migrate(db);
    return await dumpSchema(db);
  } finally {
    await db.end();
    await postgres.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function write(path: string, text: string): void {
  writeFileSync(new URL(path, root), text);
  console.log(`wrote ${path}`);
}

const documents = await openApiDocuments();
write('docs/openapi.json', documents.api);
write('web/dashboard/generated/openapi.json', documents.dashboard);
write('server/src/platform/db/schema.sql', await schemaOfEmptyDatabase());
write('docs/unreached-branches.md', unreachedPage(readList()));
