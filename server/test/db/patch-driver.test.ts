import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/patch-driver.mjs', import.meta.url));
const installed = fileURLToPath(new URL('..', import.meta.resolve('postgres')));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-driver-'));
  cpSync(installed, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const patch = () =>
  new Promise<{ code: number; stderr: string }>((resolve) =>
    execFile(process.execPath, [script, folder], (error, _stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stderr }),
    ),
  );
const file = (name: string) => join(folder, name);
const change = (name: string, from: string, to: string) => {
  const text = readFileSync(file(name), 'utf8');
  expect(text).toContain(from);
  writeFileSync(file(name), text.replace(from, to));
};
const sources = ['src/connection.js', 'src/index.js', 'cjs/src/connection.js', 'cjs/src/index.js'];
const texts = () => sources.map((name) => readFileSync(file(name), 'utf8'));

it('what is installed is corrected, and stays as it is', async () => {
  const before = texts();
  expect(await patch()).toEqual({ code: 0, stderr: '' });
  expect(texts()).toEqual(before);
});

it.each(sources.filter((name) => name.endsWith('connection.js')))(
  'a correction that %s lacks is made',
  async (name) => {
    const before = texts();
    change(name, 'fetchArrayTypes().catch(noop)', 'fetchArrayTypes()');
    change(name, 'nextWriteTimer = chunk = null\n    socket.remove', 'socket.remove');
    expect(await patch()).toEqual({ code: 0, stderr: '' });
    expect(texts()).toEqual(before);
  },
);

it('another version is refused, and the refusal says what to do', async () => {
  change('package.json', '"version": "3.4.9"', '"version": "3.5.0"');
  const { code, stderr } = await patch();
  expect(code).toBe(1);
  expect(stderr).toContain('3.5.0');
  expect(stderr).toContain('docs/decisions/0009-patched-driver.md');
});

it('text it does not know is refused, and nothing is changed', async () => {
  change('src/connection.js', 'fetchArrayTypes().catch(noop)', 'fetchArrayTypes()');
  change('cjs/src/index.js', 'lost = null', 'lost = undefined');
  const before = texts();
  const { code, stderr } = await patch();
  expect(code).toBe(1);
  expect(stderr).toContain(file('cjs/src/index.js'));
  expect(texts()).toEqual(before);
});
