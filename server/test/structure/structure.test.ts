import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { structureProblems } from '../../scripts/structure/problems.ts';
import { orders, rooms } from '../../scripts/structure/rooms.ts';

const check = fileURLToPath(new URL('../../scripts/structure/check.ts', import.meta.url));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'causeway-structure-'));
  for (const folder of ['server/src', 'web', 'sdk/src', 'cli/src', 'devnet'])
    mkdirSync(join(root, folder), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const problems = () => structureProblems(root).join('\n');

describe('the structure check of npm run lint', () => {
  it("refuses checks of the simulator that use the service's own decisions", () => {
    write({
      'server/src/lib/money.ts': 'export type A = 1;\nexport const a = 1;',
      'server/simulation/checks/a.ts': "import { a } from '../../src/lib/money.ts';\nexport const b = a;",
      'server/simulation/checks/b.ts': "import type { A } from '../../src/lib/money.ts';\nexport type B = A;",
      'server/simulation/base.ts': "import { a } from '../src/lib/money.ts';\nexport const c = a;",
    });
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', check, root], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('server/simulation/checks/a.ts imports server/src/lib/money.ts');
    expect(stderr).toContain('1 problem in the structure.');
  });

  it('passes files that import downwards', () => {
    write({
      'server/src/lib/money.ts': 'export const a = 1;',
      'server/src/payments/refunds/store.ts': "import { a } from '../../lib/money.ts';\nexport const b = a;",
      'server/src/payments/refunds/refunds.ts': "export { b } from './store.ts';",
      'server/src/payments/refunds/routes.ts':
        "import { ok } from '../../platform/http/envelope.ts';\nexport const d = ok;",
      'server/src/platform/http/envelope.ts': 'export const ok = 1;',
      'server/src/app/context.ts': 'export type C = number;',
      'server/src/treasury/ledger/ledger.ts':
        "import type { C } from '../../app/context.ts';\nexport const e = (one: C) => one;",
    });
    expect(problems()).toBe('');
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
    expect(problems()).toContain(
      `These files import each other: ${['a', 'b', 'c'].map((name) => `${folder}/${name}.ts`).join(', ')}`,
    );
  });

  it.each([
    ['payments/refunds/refunds.ts', '../payment/store.ts', 'a store is used by its own folder alone'],
    [
      'dashboard/home/stats.ts',
      '../../payments/deposits/deposit-store.ts',
      'a store is used by its own folder alone',
    ],
    ['payments/refunds/refunds.ts', '../../platform/http/envelope.ts', 'only routes know HTTP'],
    ['platform/http/limits.ts', '../../payments/payment/payments.ts', 'payments/ is above platform/'],
    ['treasury/payouts/payouts.ts', '../../payments/refunds/refunds.ts', 'payments/ is above treasury/'],
    ['lib/money.ts', '../payments/payment/payments.ts', 'payments/ is above lib/'],
    ['payments/payment/payments.ts', '../../app/compose.ts', 'app/ is above payments/'],
    ['payments/payment/payments.ts', '../../app/context.ts', 'only types of the context are imported'],
    ['app/context.ts', '../payments/payment/payments.ts', 'the context names types and nothing else'],
    ['treasury/ledger/ledger.ts', '../payouts/payouts.ts', 'treasury/payouts is above treasury/ledger'],
    [
      'payments/refunds/refunds.ts',
      '../unapplied-funds/unapplied-funds.ts',
      'payments/unapplied-funds is above',
    ],
    ['treasury/transfers/evm/batches.ts', '../solana/nonces.ts', 'EVM and Solana know nothing of each other'],
    ['payments/lending/lending.ts', '../payment/payments.ts', 'payments/lending has no place'],
    ['lending/lending.ts', '../lib/money.ts', 'server/src/lending is no room'],
    ['cli/devnet.ts', '../../../devnet/main.ts', 'only tests and devnet/ itself use devnet/'],
  ])('refuses that %s imports %s', (from, to, why) => {
    write({ [`server/src/${from}`]: `import { x } from '${to}';\nexport const y = x;` });
    expect(problems()).toContain(why);
  });

  it.each([
    ['payments/refunds/refunds.ts', './states.ts'],
    ['payments/unapplied-funds/unapplied-funds.ts', '../refunds/refunds.ts'],
  ])('refuses that %s re-exports what is in %s', (from, to) => {
    write({ [`server/src/${from}`]: `export { x } from '${to}';` });
    expect(problems()).toContain('a file re-exports nothing but functions of a store beside it');
  });

  it('refuses a folder with more files than one can survey', () => {
    const files = Array.from({ length: 26 }, (_, index) => [`server/src/lib/part-${index}.ts`, 'export {};']);
    write(Object.fromEntries(files));
    expect(problems()).toContain('server/src/lib has 26 files');
  });

  const src = fileURLToPath(new URL('../../src', import.meta.url));
  const foldersOf = (path: string) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .sort();

  it('knows every room and, where there is an order, every folder of it', () => {
    expect([...rooms].sort()).toEqual(foldersOf(src));
    for (const [room, order] of Object.entries(orders))
      expect(order.filter((name) => name !== '.').toSorted()).toEqual(foldersOf(join(src, room)));
  });

  it.each(rooms)('%s/ says what lives there in each folder, what it may use and where to start', (room) => {
    const text = readFileSync(join(src, room, 'README.md'), 'utf8');
    for (const heading of ['May use', 'Start with', 'Must hold']) expect(text).toContain(`**${heading}`);
    for (const folder of foldersOf(join(src, room))) expect(text).toContain(`\`${folder}/\``);
    const lines = text.trim().split('\n').length;
    expect(lines).toBeLessThanOrEqual(25);
    for (const [, path] of text.matchAll(/`([a-z-]+(?:\/[a-z-]+)*(?:\.test)?\.ts)`/g))
      expect(
        existsSync(join(src, room, path ?? '')) || existsSync(join(src, '../test', path ?? '')),
        path,
      ).toBe(true);
  });

  it('has its rooms in CONTRIBUTING', () => {
    const contributing = readFileSync(new URL('../../../CONTRIBUTING.md', import.meta.url), 'utf8');
    const table = /\| Room \| Holds \|\n.*?\n\n/s.exec(contributing)?.[0] ?? '';
    expect([...table.matchAll(/^\| `([a-z-]+)\/`/gm)].map(([, name]) => name)).toEqual(rooms.toReversed());
  });
});
