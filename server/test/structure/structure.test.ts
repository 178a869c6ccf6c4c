import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rows } from '../../scripts/structure/rules.ts';

const check = fileURLToPath(new URL('../../scripts/structure/check.ts', import.meta.url));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'causeway-structure-'));
  for (const folder of ['server/src', 'cli/src', 'web', 'sdk/src', 'devnet'])
    mkdirSync(join(root, folder), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function lint(): { status: number | null; problems: string } {
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', check, root], {
    encoding: 'utf8',
  });
  return { status, problems: stderr };
}

describe('the structure check of npm run lint', () => {
  it('passes files that import downwards', () => {
    write({
      'server/src/money.ts': 'export const a = 1;',
      'server/src/payments/store.ts': "import { a } from '../money.ts';\nexport const b = a;",
      'server/src/payments/payments.ts': "import { b } from './store.ts';\nexport const c = b;",
      'server/src/payments/routes.ts': "import { ok } from '../http/envelope.ts';\nexport const d = ok;",
      'server/src/http/envelope.ts': 'export const ok = 1;',
    });
    expect(lint()).toEqual({ status: 0, problems: '' });
  });

  it.each([
    ['server/src/payments', "import { a } from './a.ts';"],
    ['web/checkout', "import {\n  a,\n} from './a.ts';"],
    ['sdk/src', "import type { a } from './a.ts';"],
  ])('refuses a circle in %s, of types too', (folder, back) => {
    write({
      [`${folder}/a.ts`]: "export { b } from './b.ts';",
      [`${folder}/b.ts`]: "import { c } from './c.ts';",
      [`${folder}/c.ts`]: back,
    });
    const { status, problems } = lint();
    expect(status).toBe(1);
    expect(problems).toContain(
      `These files import each other: ${['a', 'b', 'c'].map((name) => `${folder}/${name}.ts`).join(', ')}`,
    );
  });

  it.each([
    ['refunds/refunds.ts', '../payments/store.ts', 'a store is used by its own folder alone'],
    ['dashboard/stats.ts', '../payments/deposit-store.ts', 'a store is used by its own folder alone'],
    ['payments/payments.ts', '../http/envelope.ts', 'only routes know HTTP'],
    ['http/limits.ts', '../payments/payments.ts', 'http/ knows no feature'],
    ['payments/payments.ts', '../test-mode/outcomes.ts', 'test-mode/ is above payments/'],
    ['money.ts', './payments/payments.ts', 'payments/ is above ./'],
    ['payments/payments.ts', '../compose.ts', 'only composition files import it'],
    ['context.ts', './payments/payments.ts', 'the context names types and nothing else'],
    ['payments/payments.ts', '../nowhere/nothing.ts', 'server/src/nowhere is in no row'],
    ['cli/devnet.ts', '../../../devnet/main.ts', 'only tests and devnet/ itself use devnet/'],
  ])('refuses that %s imports %s', (from, to, why) => {
    write({ [`server/src/${from}`]: `import { x } from '${to}';\nexport const y = x;` });
    const { status, problems } = lint();
    expect(status).toBe(1);
    expect(problems).toContain(why);
  });

  it('knows every folder of server/src, and so does the table in CONTRIBUTING', () => {
    const src = fileURLToPath(new URL('../../src', import.meta.url));
    const folders = readdirSync(src, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();
    expect([...rows.flat().filter((name) => name !== '.'), 'http'].sort()).toEqual(folders);
    const contributing = readFileSync(new URL('../../../CONTRIBUTING.md', import.meta.url), 'utf8');
    const table = /\| Word \| Folder \|\n.*?\n\n/s.exec(contributing)?.[0] ?? '';
    expect([...table.matchAll(/`([a-z-]+)\/`/g)].map(([, name]) => name).sort()).toEqual(folders);
  });
});
