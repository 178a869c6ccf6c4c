import { chmodSync, lstatSync, mkdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installedBinaries } from '../../../src/platform/db/embedded/binaries.ts';
import { resolveDefaultDataDir } from '../../../src/platform/db/embedded/data-dir.ts';
import { openFrom } from '../../../src/platform/db/embedded/embedded-postgres.ts';
import {
  binariesWithoutLinks,
  cleanUpAfterwards,
  closedAfterwards,
  isRoot,
  open,
  openInProcess,
  ordinaryUser,
  query,
  readNotes,
  removedAfterwards,
  runningPostmaster,
  temporaryFolder,
  writeNote,
} from './support.ts';

cleanUpAfterwards();

const log = () => undefined;

describe('binaries', () => {
  it('work when install scripts were off and the library links are missing', async () => {
    const source = binariesWithoutLinks(temporaryFolder());
    const server = closedAfterwards(await openFrom(source, { dataDir: temporaryFolder(), owner: true, log }));
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(lstatSync(join(source.nativeDir, 'lib/libpq.so.5')).isSymbolicLink()).toBe(true);
  });

  it('are copied beside the data when the links are missing and may not be made', async () => {
    const dataDir = temporaryFolder();
    const source = binariesWithoutLinks(temporaryFolder());
    chmodSync(join(source.nativeDir, 'lib'), 0o555);
    const user = ordinaryUser(dataDir);
    const { url } = await openInProcess(dataDir, 'owner', { source, user });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(lstatSync(join(dataDir, `postgres-${source.version}`, 'lib/libpq.so.5')).isSymbolicLink()).toBe(
      true,
    );
    chmodSync(join(source.nativeDir, 'lib'), 0o755);
  });

  it('that do not exist for this machine are one clear error', () => {
    expect(() => installedBinaries('sunos', 'sparc')).toThrow(
      'There is no built-in Postgres for sunos-sparc: set DATABASE_URL to a Postgres 15 or newer.',
    );
  });
});

describe('an ordinary user', () => {
  it('runs the server as itself', async () => {
    const dataDir = temporaryFolder();
    const user = ordinaryUser(dataDir);
    const service = await openInProcess(dataDir, 'owner', { user });
    await writeNote(service.url, 'mine');
    expect(statSync(`/proc/${runningPostmaster(dataDir)}`).uid).toBe(user.uid);
    expect(statSync(join(dataDir, 'postgres.json')).uid).toBe(user.uid);
    // A command run by root, or by the same user, shares it.
    const command = await open(dataDir, false);
    expect(await readNotes(command.url)).toEqual([{ note: 'mine' }]);
  });

  it('is told in one line that the folder belongs to someone else', async () => {
    const dataDir = temporaryFolder();
    await (await open(dataDir, true)).close();
    if (isRoot) {
      const user = ordinaryUser(temporaryFolder());
      await expect(openInProcess(dataDir, 'owner', { user })).rejects.toThrow(
        /postgres belongs to user id \d+, not to you: run this as that user or as root/,
      );
    } else {
      const readOnly = join(temporaryFolder(0o555), 'data');
      await expect(open(readOnly, true)).rejects.toThrow('set DATA_DIR to a folder you can write to');
    }
  });
});

describe('a clone that only its owner can enter', () => {
  it('works, with the data one link away', async () => {
    const clone = temporaryFolder(0o700);
    const source = binariesWithoutLinks(clone);
    const dataDir = resolveDefaultDataDir(clone);
    removedAfterwards(dataDir);
    if (isRoot) {
      removedAfterwards(`/var/lib/causeway/postgres-${source.version}`);
      expect(dataDir).toMatch(/^\/var\/lib\/causeway\/data-[0-9a-f]{12}$/);
      expect(readlinkSync(join(clone, 'data'))).toBe(dataDir);
    } else {
      expect(dataDir).toBe(join(clone, 'data'));
    }
    const openers = Array.from({ length: 3 }, () => openFrom(source, { dataDir, owner: false, log }));
    const [first, ...others] = (await Promise.all(openers)).map(closedAfterwards);
    await writeNote(first?.url ?? '', 'reachable');
    await Promise.all(others.map((other) => other.close()));
    await first?.close();

    expect(resolveDefaultDataDir(clone)).toBe(dataDir);
    const throughLink = { dataDir: join(clone, 'data'), owner: true, log };
    const again = closedAfterwards(await openFrom(source, throughLink));
    expect(await readNotes(again.url)).toEqual([{ note: 'reachable' }]);
  });

  it('replaces an empty data folder by the link, and asks before touching a filled one', () => {
    const clone = temporaryFolder(0o700);
    mkdirSync(join(clone, 'data'));
    const dataDir = removedAfterwards(resolveDefaultDataDir(clone));
    if (isRoot) expect(readlinkSync(join(clone, 'data'))).toBe(dataDir);
    else expect(dataDir).toBe(join(clone, 'data'));

    const filled = temporaryFolder(0o700);
    mkdirSync(join(filled, 'data'));
    writeFileSync(join(filled, 'data', 'master.key'), 'secret');
    if (isRoot)
      expect(() => resolveDefaultDataDir(filled)).toThrow(`because only root can enter ${filled}: move it`);
    else expect(resolveDefaultDataDir(filled)).toBe(join(filled, 'data'));
  });

  it('is named when it blocks the way to an explicit DATA_DIR', async () => {
    const closed = temporaryFolder(0o700);
    const dataDir = join(closed, 'below', 'data');
    if (isRoot) {
      await expect(open(dataDir, true)).rejects.toThrow(
        `because it cannot enter ${closed}: run "chmod o+x ${closed}"`,
      );
    } else {
      await expect(open(dataDir, true)).resolves.toBeDefined();
    }
  });
});

describe('a clone that anyone can enter', () => {
  it('keeps its data in ./data', () => {
    const clone = temporaryFolder();
    expect(resolveDefaultDataDir(clone)).toBe(join(clone, 'data'));
  });

  it('opens a data folder that was made private to root', async () => {
    const dataDir = temporaryFolder(0o700);
    const server = await open(dataDir, true);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(statSync(dataDir).mode & 0o777).toBe(isRoot ? 0o711 : 0o700);
  });
});
