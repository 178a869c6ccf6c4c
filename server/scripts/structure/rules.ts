import { findCircles, type Import } from './imports.ts';

/**
 * The folders of server/src, from the bottom up. A folder may import those of its own row and of the rows above it in
 * this list. `.` holds the files beside the folders.
 */
export const rows: readonly (readonly string[])[] = [
  ['.', 'db', 'chains', 'dns', 'fast'],
  ['pricing', 'jobs', 'watching', 'master-key', 'ledger'],
  ['merchants', 'requests'],
  ['email', 'webhooks', 'identity', 'alarms', 'notices'],
  ['payments', 'refunds', 'invoices', 'buttons', 'unapplied-funds', 'settlement', 'transfers', 'routing'],
  ['checkout', 'claim-page', 'invoice-page', 'invoice-pdf', 'site', 'timeline'],
  ['test-mode', 'live-mode'],
  ['dashboard'],
  ['cli'],
];

/** Put everything together, so they import from anywhere, and nobody imports them. */
const composition = ['compose.ts', 'service.ts', 'cli.ts', 'http/app.ts', 'jobs/tasks.ts'];
/** Names the types of ports that features implement. */
const context = 'context.ts';
const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const src = 'server/src/';

/** What is wrong with the imports, as one line each. Empty when all rules hold. */
export function problemsIn(imports: readonly Import[]): string[] {
  const circles = findCircles(imports).map((files) => `These files import each other: ${files.join(', ')}`);
  const server = imports
    .filter(({ from, to }) => from.startsWith(src) && to.startsWith(src) && !isTest(from))
    .map((one) => ({ ...one, from: one.from.slice(src.length), to: one.to.slice(src.length) }));
  return [...circles, ...imports.flatMap(devnetProblem), ...server.flatMap((one) => problemOf(one) ?? [])];
}

/** Local chains are development code: production installs do not have what they need. Tests may use them. */
function devnetProblem({ from, to }: Import): string[] {
  const mayUse = from.startsWith('devnet/') || from.startsWith('web/e2e/') || isTest(from);
  if (!to.startsWith('devnet/') || mayUse) return [];
  return [`${from} imports ${to}: only tests and devnet/ itself use devnet/`];
}

function problemOf(one: Import): string | undefined {
  const { from, to } = one;
  const say = (why: string) => `${src}${from} imports ${src}${to}: ${why}`;
  const [user, used] = [folderOf(from), folderOf(to)];
  for (const folder of [user, used])
    if (rowOf(folder) < 0 && folder !== 'http') return `${src}${folder} is in no row of rules.ts: add it`;
  if (composition.includes(from)) return undefined;
  if (composition.includes(to) && !one.typeOnly && user !== 'cli')
    return say('only composition files import it');
  if (from === context) return one.typeOnly ? undefined : say('the context names types and nothing else');
  if (/store\.ts$/.test(to) && user !== used) return say('a store is used by its own folder alone');
  if (used === 'http') return mayUseHttp(from) ? undefined : say('only routes know HTTP');
  if (user === 'http') return rowOf(used) > 0 ? say('http/ knows no feature') : undefined;
  return rowOf(used) > rowOf(user) ? say(`${used}/ is above ${user}/`) : undefined;
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '.';
}

function rowOf(folder: string): number {
  return rows.findIndex((row) => row.includes(folder));
}

/** Routes, and the dashboard, which is HTTP throughout. */
function mayUseHttp(from: string): boolean {
  return /(^|[/-])routes\.ts$/.test(from) || /^(http|dashboard)\//.test(from);
}
