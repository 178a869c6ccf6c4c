import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connect } from '../../src/db/client.ts';
import { openEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { migrate } from '../../src/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database to run `create database` from. */
    adminUrl: string;
    /** A migrated, empty database that test files clone. */
    templateName: string;
  }
}

/** One Postgres for the whole run: the embedded one, or the one DATABASE_URL names. Test files clone a template in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const templateName = `causeway_template_${process.pid}`;
  const admin = connect(server.url, { poolSize: 1 });
  await admin`create database ${admin(templateName)}`;
  const template = connect(withDatabase(server.url, templateName), { poolSize: 1 });
  await migrate(template);
  await template.end();
  project.provide('adminUrl', server.url);
  project.provide('templateName', templateName);
  return async () => {
    await admin`drop database if exists ${admin(templateName)} with (force)`;
    await admin.end();
    await server.close();
  };
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}

async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const external = process.env['DATABASE_URL'];
  if (external) return { url: external, close: async () => {} };
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-test-'));
  chmodSync(dataDir, 0o755);
  const embedded = await openEmbeddedPostgres({ dataDir, owner: true, log: () => {} });
  return {
    url: embedded.url,
    async close() {
      await embedded.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
