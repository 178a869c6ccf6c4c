import { randomInt } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { connect } from '../../src/platform/db/client.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { isLong, usualSeed } from './chance.ts';
import { openEmbedded, type TestPostgres } from './test-postgres.ts';

/** Where test files create their databases. */
interface TestCluster {
  /** A database to run `create database` from. */
  adminUrl: string;
  /** A migrated, empty database that test files clone. */
  templateName: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Postgres of the run: the one DATABASE_URL names, or else the embedded one. */
    shared: TestCluster;
    /** Always the embedded one, for tests of the driver and of lost connections. */
    embedded: TestCluster;
    chanceSeed: number;
  }
}

/** Opens one Postgres for the whole run, and the embedded one as well if that is another. Unit tests need none. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chanceSeed', chooseSeed());
  if (project.vitest.projects.every(({ name }) => name === 'unit')) return async () => {};
  const external = process.env['DATABASE_URL'];
  const embedded = await prepare(await openEmbedded({ durable: external !== undefined }));
  const shared = external ? await prepare({ url: external, close: async () => {} }) : embedded;
  project.provide('embedded', embedded.cluster);
  project.provide('shared', shared.cluster);
  return async () => {
    for (const one of new Set([shared, embedded])) await one.close();
  };
}

function chooseSeed(): number {
  const given = process.env['CHANCE_SEED'];
  const seed = given ? Number(given) : isLong ? randomInt(2 ** 31) : usualSeed;
  if (seed !== usualSeed) process.stdout.write(`Random values start from CHANCE_SEED=${seed}\n`);
  return seed;
}

async function prepare(server: TestPostgres): Promise<{ cluster: TestCluster; close(): Promise<void> }> {
  const templateName = `causeway_template_${process.pid}`;
  const admin = connect(server.url, { poolSize: 1 });
  await admin`create database ${admin(templateName)}`;
  const template = connect(withDatabase(server.url, templateName), { poolSize: 1 });
  await migrate(template);
  await template.end();
  return {
    cluster: { adminUrl: server.url, templateName },
    async close() {
      await admin`drop database if exists ${admin(templateName)} with (force)`;
      await admin.end();
      await server.close();
    },
  };
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}
