import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DataDirInUseError } from '../../../src/platform/db/embedded/embedded-postgres.ts';
import { until } from '../../support/process.ts';
import {
  cleanUpAfterwards,
  exitOf,
  isRoot,
  isRunning,
  open,
  openInProcess,
  postmasterPid,
  query,
  readNotes,
  runningPostmaster,
  temporaryFolder,
  usedDataDir,
  writeNote,
} from './support.ts';

cleanUpAfterwards();

describe('starting and stopping', () => {
  it('makes a cluster on first start and finds its data again on the next', async () => {
    const dataDir = join(temporaryFolder(), 'not', 'there', 'yet');
    const first = await open(dataDir, true);
    await writeNote(first.url, 'kept');
    await first.close();
    expect(postmasterPid(dataDir)).toBeUndefined();

    const second = await open(dataDir, true);
    expect(await readNotes(second.url)).toEqual([{ note: 'kept' }]);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
    await second.close();
  });

  it('keeps data safe on disk and to itself', async () => {
    const dataDir = temporaryFolder();
    const { url } = await open(dataDir, true);
    const shown = async (setting: string) =>
      (await query(url, `select current_setting('${setting}') as is`))[0];
    expect(await shown('fsync')).toEqual({ is: 'on' });
    expect(await shown('full_page_writes')).toEqual({ is: 'on' });
    expect(await shown('data_checksums')).toEqual({ is: 'on' });
    expect(await shown('listen_addresses')).toEqual({ is: '127.0.0.1' });
    expect(await shown('unix_socket_directories')).toEqual({ is: '' });
    expect(await shown('server_encoding')).toEqual({ is: 'UTF8' });
    expect(new URL(url).password).toMatch(/^[0-9a-f]{64}$/);
    const wrongPassword = new URL(url);
    wrongPassword.password = 'guess';
    await expect(query(wrongPassword.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'postgres.json')).uid).toBe(process.getuid?.());
    if (isRoot) expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0);
    else expect(statSync(join(dataDir, 'postgres')).uid).toBe(process.getuid?.());
  });

  it('cuts a log that grew too long, and keeps the lines it cut', async () => {
    const dataDir = await usedDataDir();
    const log = join(dataDir, 'postgres.log');
    appendFileSync(log, 'x'.repeat(11 * 1024 * 1024));
    await open(dataDir, true);
    expect(statSync(log).size).toBeLessThan(1024 * 1024);
    expect(statSync(`${log}.1`).size).toBeGreaterThan(11 * 1024 * 1024);
  });

  it('may be closed twice', async () => {
    const dataDir = await usedDataDir();
    const server = await open(dataDir, true);
    await Promise.all([server.close(), server.close()]);
    await server.close();
    expect(postmasterPid(dataDir)).toBeUndefined();
  });
});

describe('sharing a folder', () => {
  it('refuses a second owner in one line that names the folder, and leaves the first alone', async () => {
    const dataDir = await usedDataDir();
    const first = await open(dataDir, true);
    const refusal = await open(dataDir, true).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataDirInUseError);
    expect(String(refusal)).toContain(dataDir);
    expect(String(refusal)).toMatch(/^DataDirInUseError: .*stop it first.*DATA_DIR[^\n]*$/);
    await writeNote(first.url, 'undisturbed');
    await first.close();
    const next = await open(dataDir, true);
    expect(await readNotes(next.url)).toEqual([{ note: 'undisturbed' }]);
  });

  it('lets a command use the server of a running service and leaves it running', async () => {
    const dataDir = await usedDataDir();
    const service = await openInProcess(dataDir, 'owner');
    const pid = runningPostmaster(dataDir);
    const command = await open(dataDir, false);
    expect(command.url).toBe(service.url);
    await command.close();
    expect(runningPostmaster(dataDir)).toBe(pid);
    await writeNote(service.url, 'still here');

    service.child.kill('SIGTERM');
    await exitOf(service.child);
    await until(() => !isRunning(pid));
  });

  it('keeps the server until the last one leaves, whoever that is', async () => {
    const dataDir = await usedDataDir();
    const service = await open(dataDir, true);
    const command = await open(dataDir, false);
    const pid = runningPostmaster(dataDir);
    await service.close();
    expect(runningPostmaster(dataDir)).toBe(pid);
    await writeNote(command.url, 'in peace');
    const nextService = await open(dataDir, true);
    await command.close();
    expect(runningPostmaster(dataDir)).toBe(pid);
    await nextService.close();
    await until(() => !isRunning(pid));
  });

  it('starts and stops the server for a command that finds none running', async () => {
    const dataDir = await usedDataDir();
    const command = await open(dataDir, false);
    const pid = runningPostmaster(dataDir);
    await command.close();
    await until(() => !isRunning(pid));
  });
});

describe('many at once', () => {
  it('lets ten processes open an empty folder together, and stops once all have left', async () => {
    const dataDir = temporaryFolder();
    const openers = await Promise.all(Array.from({ length: 10 }, () => openInProcess(dataDir, 'command')));
    expect(new Set(openers.map(({ url }) => url)).size).toBe(1);
    const pid = runningPostmaster(dataDir);
    for (const { child } of openers) child.kill('SIGTERM');
    await Promise.all(openers.map(({ child }) => exitOf(child)));
    await until(() => !isRunning(pid));
  });

  it('gives the folder to one of ten owners that start together', async () => {
    const dataDir = temporaryFolder();
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => open(dataDir, true)));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toHaveLength(9);
    for (const refusal of refused) expect(refusal).toBeInstanceOf(DataDirInUseError);
    expect(runningPostmaster(dataDir)).toBeGreaterThan(0);
  });

  it('never hands out a server that someone else is about to stop', async () => {
    const dataDir = await usedDataDir();
    const comeAndGo = async (worker: number) => {
      for (let round = 0; round < 8; round++) {
        const server = await open(dataDir, false);
        await query(server.url, `select ${worker}`);
        await server.close();
      }
    };
    await Promise.all([1, 2, 3].map(comeAndGo));
    expect(postmasterPid(dataDir)).toBeUndefined();
  });
});
