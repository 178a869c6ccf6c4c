import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
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
  startOpener,
  temporaryFolder,
  usedDataDir,
  writeNote,
} from './support.ts';

cleanUpAfterwards();

/** Whether the server answers at this URL. */
async function answers(url: string): Promise<boolean> {
  return query(url, 'select 1').then(
    () => true,
    () => false,
  );
}

function isNamedByAProcess(folder: string): boolean {
  return execFileSync('ps', ['-e', '-ww', '-o', 'args='], { encoding: 'utf8' }).includes(folder);
}

describe('a killed service', () => {
  it('leaves a server that the next one adopts and stops', async () => {
    const dataDir = await usedDataDir();
    const killed = await openInProcess(dataDir, 'owner');
    await writeNote(killed.url, 'committed');
    const pid = runningPostmaster(dataDir);
    killed.child.kill('SIGKILL');
    // It counts as in use until the server has noticed.
    const presence = `select 1 from pg_stat_activity where application_name = 'causeway presence'`;
    await until(async () => (await query(killed.url, presence)).length === 0);

    const next = await open(dataDir, true);
    expect(next.url).toBe(killed.url);
    expect(runningPostmaster(dataDir)).toBe(pid);
    expect(await readNotes(next.url)).toEqual([{ note: 'committed' }]);
    await next.close();
    // An adopted server removes its pid file a moment before it is gone.
    await until(() => !isRunning(pid));
  });

  it('that takes the server with it loses nothing', async () => {
    const dataDir = await usedDataDir();
    const killed = await openInProcess(dataDir, 'owner');
    await writeNote(killed.url, 'committed');
    process.kill(runningPostmaster(dataDir), 'SIGKILL');
    killed.child.kill('SIGKILL');

    const next = await open(dataDir, true);
    expect(await readNotes(next.url)).toEqual([{ note: 'committed' }]);
  });

  it.each([
    ['with the initdb it was running', true],
    ['while its initdb runs on', false],
  ])('on its first start, %s, leaves nothing half made', async (_case, whole) => {
    const dataDir = temporaryFolder();
    const killed = startOpener(dataDir, 'owner');
    const scratch = () => readdirSync(dataDir).filter((name) => name.startsWith('postgres.tmp-'));
    await until(() => scratch().some((name) => readdirSync(join(dataDir, name)).includes('cluster')));
    process.kill(whole ? -(killed.pid ?? 0) : (killed.pid ?? 0), 'SIGKILL');
    await exitOf(killed);
    expect(readdirSync(dataDir)).not.toContain('postgres');

    const next = await open(dataDir, true);
    await writeNote(next.url, 'works');
    await next.close();
    await until(() => !isNamedByAProcess(dataDir));
    const again = await open(dataDir, true);
    expect(await readNotes(again.url)).toEqual([{ note: 'works' }]);
    expect(scratch()).toEqual([]);
  });
});

describe('a killed server', () => {
  it('is started again by its owner on the same port, with everything committed', async () => {
    const dataDir = await usedDataDir();
    const messages: string[] = [];
    const server = await open(dataDir, true, messages);
    for (const [returns, note] of ['one', 'two'].entries()) {
      await writeNote(server.url, note);
      const pid = runningPostmaster(dataDir);
      process.kill(pid, 'SIGKILL');
      await until(async () => postmasterPid(dataDir) !== pid && (await answers(server.url)));
      // It answers before its owner has joined it: killed in between, it would count as one death.
      await until(() => messages.filter((message) => message.endsWith('is back')).length === returns + 1);
    }
    expect(await readNotes(server.url)).toEqual([{ note: 'one' }, { note: 'two' }]);
    expect(messages[0]).toMatch(/^error: .*restarting it/);
    await expect(open(dataDir, true)).rejects.toThrow(dataDir);
  });

  it('stays counted as in use by a command that saw it die', async () => {
    const dataDir = await usedDataDir();
    const messages: string[] = [];
    const service = await open(dataDir, true);
    const command = await open(dataDir, false, messages);
    process.kill(runningPostmaster(dataDir), 'SIGKILL');
    await until(() => messages.some((message) => message.endsWith('is back')));
    await service.close();
    await writeNote(command.url, 'the command is not cut off');
    await command.close();
    expect(postmasterPid(dataDir)).toBeUndefined();
  });

  it('is not started again by a service that is closing', async () => {
    const dataDir = await usedDataDir();
    const server = await open(dataDir, true);
    process.kill(runningPostmaster(dataDir), 'SIGKILL');
    await server.close();
    await sleep(1_500);
    const pid = postmasterPid(dataDir);
    expect(pid === undefined || !isRunning(pid)).toBe(true);
  });

  it('that lost a single backend recovers by itself and keeps its owner', async () => {
    const dataDir = await usedDataDir();
    const messages: string[] = [];
    const server = await open(dataDir, true, messages);
    const pid = runningPostmaster(dataDir);
    const [row] = await query(
      server.url,
      `select pid from pg_stat_activity where application_name like 'causeway%'`,
    );
    const backend = typeof row === 'object' && row !== null && 'pid' in row ? Number(row.pid) : 0;
    expect(backend).toBeGreaterThan(0);
    process.kill(backend, 'SIGKILL');
    await until(() => messages.some((message) => message.endsWith('is back')));
    expect(runningPostmaster(dataDir)).toBe(pid);
    await expect(open(dataDir, true)).rejects.toThrow(dataDir);
  });
});

describe('a stale postmaster.pid', () => {
  it('that names an unrelated living process does not keep the server from starting', async () => {
    const dataDir = await usedDataDir();
    const first = await open(dataDir, true);
    await writeNote(first.url, 'kept');
    const file = join(dataDir, 'postgres/postmaster.pid');
    const lines = readFileSync(file, 'utf8').split('\n');
    await first.close();

    // Of the server's own user: one it may not signal, Postgres sees through by itself.
    const { uid, gid } = statSync(join(dataDir, 'postgres'));
    const stranger = spawn('sleep', ['600'], isRoot ? { uid, gid } : {});
    try {
      writeFileSync(file, [String(stranger.pid), ...lines.slice(1)].join('\n'));
      const next = await open(dataDir, true);
      expect(runningPostmaster(dataDir)).not.toBe(stranger.pid);
      expect(await readNotes(next.url)).toEqual([{ note: 'kept' }]);
      await next.close();
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill();
    }
  });
});
