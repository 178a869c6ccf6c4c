import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from './config/config.ts';
import { createSecrets, masterKeyIn, parseMasterKey } from './secrets.ts';

const older = randomBytes(32);
const newer = randomBytes(32);
const text = 'whsec_é😀 a secret';

describe('a sealed secret', () => {
  it('can be opened for its owner, and does not contain the plain text', () => {
    const secrets = createSecrets([older]);
    const { sealed, keyId } = secrets.seal(text, 'we_1');
    expect(secrets.open({ sealed, keyId }, 'we_1')).toBe(text);
    expect(sealed.includes('whsec_')).toBe(false);
    expect(keyId).toMatch(/^[0-9a-f]{12}$/);
    expect(older.toString('hex')).not.toContain(keyId);
  });

  it('is different each time, even for the same text', () => {
    const secrets = createSecrets([older]);
    const all = Array.from({ length: 50 }, () => secrets.seal(text, 'we_1').sealed.toString('hex'));
    expect(new Set(all).size).toBe(50);
  });

  it('has digests that only its master key and its owner give', () => {
    const [one, other] = [createSecrets([older]), createSecrets([newer, older])];
    expect(one.digest(text, 'a')).toBe(createSecrets([older]).digest(text, 'a'));
    const different = [
      one.digest(text, 'a'),
      one.digest(text, 'b'),
      one.digest('x', 'a'),
      other.digest(text, 'a'),
    ];
    expect(new Set(different).size).toBe(4);
    expect(() => createSecrets([]).digest(text, 'a')).toThrow(/No master key/);
  });

  it('does not open for another owner, with a changed bit, or when truncated', () => {
    const secrets = createSecrets([older]);
    const { sealed, keyId } = secrets.seal(text, 'we_1');
    expect(() => secrets.open({ sealed, keyId }, 'we_2')).toThrow();
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8((sealed[at] ?? 0) ^ 1, at);
      expect(() => secrets.open({ sealed: changed, keyId }, 'we_1'), `byte ${at}`).toThrow();
    }
    for (const length of [0, 11, 12, 27, 28, sealed.length - 1]) {
      expect(() => secrets.open({ sealed: sealed.subarray(0, length), keyId }, 'we_1')).toThrow();
    }
  });

  it('names the missing master key and what to do, in a process with another key', () => {
    const kept = createSecrets([older]).seal(text, 'we_1');
    expect(() => createSecrets([newer]).open(kept, 'we_1')).toThrow(
      new RegExp(`master key ${kept.keyId}.*Set MASTER_KEY`),
    );
    expect(() => createSecrets([]).seal(text, 'we_1')).toThrow(/No master key/);
  });
});

describe('several master keys', () => {
  it('encrypt with the first and decrypt with all of them', () => {
    const before = createSecrets([older]).seal(text, 'we_1');
    const both = createSecrets([newer, older]);
    expect(both.open(before, 'we_1')).toBe(text);
    const after = both.seal(text, 'we_1');
    expect(after.keyId).not.toBe(before.keyId);
    expect(createSecrets([newer]).open(after, 'we_1')).toBe(text);
    expect(() => createSecrets([older]).open(after, 'we_1')).toThrow(/Set MASTER_KEY/);
  });

  it('are read from MASTER_KEY, comma-separated, the newest first', () => {
    const { masterKeys } = parseConfig({
      MASTER_KEY: `${newer.toString('base64')}, ${older.toString('hex')}`,
    });
    expect(masterKeys).toEqual([newer, older]);
  });

  it('are rejected when one of them is not a key, without repeating any', () => {
    const wrong = `${newer.toString('base64')},${older.toString('hex').slice(2)}`;
    const parse = () => parseConfig({ MASTER_KEY: wrong });
    expect(parse).toThrow(/MASTER_KEY is "…" but must be 32 bytes/);
  });
});

describe('a master key as text', () => {
  it('is 32 bytes as base64 or hex', () => {
    expect(parseMasterKey(older.toString('base64'))).toEqual(older);
    expect(parseMasterKey(older.toString('hex'))).toEqual(older);
    expect(parseMasterKey(older.toString('hex').toUpperCase())).toEqual(older);
  });

  it.each([
    ['nothing', ''],
    ['31 bytes', older.subarray(1).toString('base64')],
    ['33 bytes', Buffer.concat([older, Buffer.of(1)]).toString('base64')],
    ['31 bytes in hex', older.subarray(1).toString('hex')],
    ['33 bytes in hex', `${older.toString('hex')}00`],
    ['a mistyped character', `*${older.toString('base64')}`],
    ['a passphrase', 'correct horse, battery staple: nobody will ever guess it!'],
  ])('is not %s', (_name, wrong) => {
    expect(parseMasterKey(wrong)).toBeNull();
  });
});

describe('the key in the data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-key-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is created once, readable by its owner only, and then reused', () => {
    const inside = join(folder, 'not', 'there', 'yet');
    const key = masterKeyIn(inside);
    expect(key).toHaveLength(32);
    expect(readdirSync(inside)).toEqual(['master.key']);
    expect(statSync(join(inside, 'master.key')).mode & 0o777).toBe(0o600);
    const written = readFileSync(join(inside, 'master.key'));
    expect(masterKeyIn(inside)).toEqual(key);
    expect(readFileSync(join(inside, 'master.key'))).toEqual(written);
  });

  it.each(['', 'half a k', `${older.toString('base64').slice(0, 20)}\n`])(
    'is never replaced when it is damaged: "%s"',
    (damaged) => {
      const path = join(folder, 'master.key');
      writeFileSync(path, damaged);
      expect(() => masterKeyIn(folder)).toThrow(/master\.key.*Restore it from a backup/);
      expect(readFileSync(path, 'utf8')).toBe(damaged);
    },
  );

  it('is readable by its owner only, also if a killed process left a world-readable temporary file', () => {
    const left = join(folder, `master.key.${process.pid}.tmp`);
    writeFileSync(left, 'left behind');
    chmodSync(left, 0o644);
    masterKeyIn(folder);
    expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600);
  });

  it('is the same for processes that start at once', async () => {
    const keys = await keysOfProcesses(folder, 6);
    expect(new Set(keys)).toEqual(new Set([masterKeyIn(folder).toString('hex')]));
    expect(readdirSync(folder)).toEqual(['master.key']);
  });

  it('is the same for containers that start at once, all with process id 1', async () => {
    const keys = await keysOfProcesses(folder, 6, 1);
    expect(new Set(keys)).toEqual(new Set([masterKeyIn(folder).toString('hex')]));
  });
});

/** Calls masterKeyIn in several processes at once. Returns their keys, or their error output. */
async function keysOfProcesses(folder: string, count: number, pid?: number): Promise<string[]> {
  const source = fileURLToPath(new URL('./secrets.ts', import.meta.url));
  const startAtMs = Date.now() + 2500;
  const script = `
    import { masterKeyIn } from ${JSON.stringify(source)};
    ${pid === undefined ? '' : `Object.defineProperty(process, 'pid', { value: ${pid} });`}
    while (Date.now() < ${startAtMs}) {}
    process.stdout.write(masterKeyIn(${JSON.stringify(folder)}).toString('hex'));`;
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<string>((resolve) => {
          const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
            stdio: 'pipe',
          });
          let output = '';
          for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
          child.once('close', () => resolve(output));
        }),
    ),
  );
}
