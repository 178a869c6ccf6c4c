import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../src/platform/db/client.ts';
import { openEmbeddedPostgres } from '../../src/platform/db/embedded/embedded-postgres.ts';

export interface TestPostgres {
  url: string;
  close(): Promise<void>;
}

/** The embedded Postgres in a folder that is removed afterwards. */
export async function openEmbedded({ durable }: { durable: boolean }): Promise<TestPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-test-'));
  chmodSync(dataDir, 0o755);
  const embedded = await openEmbeddedPostgres({ dataDir, owner: true, log: () => {} });
  if (!durable) await neverWaitForDisk(embedded.url);
  return {
    url: embedded.url,
    async close() {
      await embedded.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** No test kills this Postgres, and its data is removed after the run. Tests that kill one start their own. */
async function neverWaitForDisk(url: string): Promise<void> {
  const admin = connect(url, { poolSize: 1 });
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await admin.unsafe(`alter system set ${setting} = off`);
  }
  await admin`select pg_reload_conf()`;
  await admin.end();
}
