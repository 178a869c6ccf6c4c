import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { isRunning } from '../platform/embedded/support.ts';
import { makeDataDir, start, until } from '../support/process.ts';

const patienceMs = 110_000;
const folders: ReturnType<typeof makeDataDir>[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

/** The lock file of a Postgres in the folder, wherever in it the cluster is. */
function lockFile(folder: string): string | undefined {
  const below = existsSync(folder) ? readdirSync(folder) : [];
  return below.map((name) => join(folder, name, 'postmaster.pid')).find((path) => existsSync(path));
}

/** Asked to stop once its Postgres is there. Says whether that was before it was ready. */
async function stopEarly(): Promise<boolean> {
  const folder = makeDataDir();
  folders.push(folder);
  const service = start(['serve'], { DATA_DIR: folder.path, PORT: '0' });
  const postmaster = () => Number(readFileSync(lockFile(folder.path) ?? '/dev/null', 'utf8').split('\n')[0]);
  await until(() => postmaster() > 0, patienceMs, service.output);
  const pid = postmaster();
  expect(await service.end('SIGTERM'), service.output()).toBe(0);
  expect(lockFile(folder.path)).toBeUndefined();
  await until(() => !isRunning(pid));
  return service.stderr().includes('Stopping once the start has finished.');
}

it('serve that is asked to stop while it starts stops all the same, and leaves no Postgres behind', async () => {
  await until(stopEarly, patienceMs);
});

it('a second signal ends it at once', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const service = start(['serve'], { DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`, PORT: '0' });
  await once(silent, 'connection');
  service.child.kill('SIGINT');
  await until(() => service.stderr().includes('Stopping once'), patienceMs, service.output);
  expect(await service.end('SIGINT')).toBe(130);
  silent.close();
});

it('Ctrl-C under npm, which the terminal tells it first and npm again, stops it cleanly', async () => {
  const folder = makeDataDir();
  folders.push(folder);
  const env = { DATA_DIR: folder.path, PORT: '0', npm_lifecycle_event: 'start' };
  const service = start(['serve'], env);
  await until(() => service.output().includes('"msg":"serving"'), patienceMs, service.output);
  service.child.kill('SIGINT');
  await until(() => service.output().includes('"msg":"stopping"'), patienceMs, service.output);
  expect(await service.end('SIGINT'), service.output()).toBe(0);
  expect(lockFile(folder.path)).toBeUndefined();
});
