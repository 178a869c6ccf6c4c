import { dirname } from 'node:path/posix';
import { findCircles, type Import } from './imports.ts';
import { maxFiles, orders, rooms } from './rooms.ts';

/** Named by their types alone, from everywhere: ports that features implement. */
const context = 'app/context.ts';
const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const src = 'server/src/';

/** What is wrong with the imports, as one line each. Empty when all rules hold. */
export function problemsIn(imports: readonly Import[]): string[] {
  const circles = findCircles(imports).map((files) => `These files import each other: ${files.join(', ')}`);
  const server = imports
    .filter(({ from, to }) => from.startsWith(src) && to.startsWith(src) && !isTest(from))
    .map((one) => ({ ...one, from: one.from.slice(src.length), to: one.to.slice(src.length) }));
  const proofs = [...imports.flatMap(devnetProblem), ...imports.flatMap(oracleProblem)];
  return [...circles, ...proofs, ...server.flatMap((one) => problemOf(one) ?? [])];
}

/** Local chains are development code: production installs do not have what they need. Tests may use them. */
function devnetProblem({ from, to }: Import): string[] {
  const mayUse =
    /^(devnet|web\/e2e|server\/(test|simulation|campaign|drill|bench))\//.test(from) || isTest(from);
  if (!to.startsWith('devnet/') || mayUse) return [];
  return [`${from} imports ${to}: only tests and devnet/ itself use devnet/`];
}

/** What the service decides is checked by rules that were written apart from it. */
function oracleProblem({ from, to, typeOnly }: Import): string[] {
  const isOracle = /^server\/simulation\/(checks|oracle)\//.test(from);
  if (!isOracle || typeOnly || !to.startsWith(src)) return [];
  return [`${from} imports ${to}: checks of the simulator compute anew what the service decides`];
}

function problemOf(one: Import): string | undefined {
  const { from, to } = one;
  const say = (why: string) => `${src}${from} imports ${src}${to}: ${why}`;
  const [user, used] = [roomOf(from), roomOf(to)];
  for (const room of [user, used]) if (levelOf(room) < 0) return `${src}${room} is no room: see rooms.ts`;
  if (from === context) return one.typeOnly ? undefined : say('the context names types and nothing else');
  if (to === context) return one.typeOnly ? undefined : say('only types of the context are imported');
  if (user === 'cli' && used === 'app') return undefined;
  if (levelOf(used) > levelOf(user)) return say(`${used}/ is above ${user}/`);
  if (/store\.ts$/.test(to) && !mayUseStore(from, to)) return say('a store is used by its own folder alone');
  if (one.reExport && !isOwnStore(from, to))
    return say('a file re-exports nothing but functions of a store beside it');
  if (to.startsWith('platform/http/') && !mayUseHttp(from)) return say('only routes know HTTP');
  return familyProblem(one, say) ?? (user === used ? orderProblem(one, user, say) : undefined);
}

/** EVM and Solana stand side by side: what both need is beside them. */
function familyProblem({ from, to }: Import, say: (why: string) => string): string | undefined {
  const families = [
    ['evm', 'solana'],
    ['solana', 'evm'],
  ] as const;
  const meet = families.some(([a, b]) => inFolder(from, a) && inFolder(to, b));
  return meet ? say('EVM and Solana know nothing of each other') : undefined;
}

function inFolder(path: string, name: string): boolean {
  return path.split('/').slice(0, -1).includes(name);
}

function orderProblem({ from, to }: Import, room: string, say: (why: string) => string): string | undefined {
  const order = orders[room];
  if (!order) return undefined;
  const [user, used] = [folderIn(from), folderIn(to)];
  for (const folder of [user, used])
    if (!order.includes(folder)) return `${src}${room}/${folder} has no place in rooms.ts: add it`;
  return order.indexOf(used) > order.indexOf(user)
    ? say(`${room}/${used} is above ${room}/${user}`)
    : undefined;
}

function roomOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function levelOf(room: string): number {
  return ([...rooms] as string[]).indexOf(room);
}

/** The folder of a room that a file is in; `.` for one beside them. */
function folderIn(path: string): string {
  const [, folder = '.', ...rest] = path.split('/');
  return rest.length === 0 ? '.' : folder;
}

function featureOf(path: string): string {
  return `${roomOf(path)}/${folderIn(path)}`;
}

/** Money moves through few hands: in its rooms a store is its folder's own, and crediting writes payments and deposits. */
function mayUseStore(from: string, to: string): boolean {
  const [user, used] = [featureOf(from), featureOf(to)];
  if (user === used || roomOf(from) === 'app') return true;
  if (!['payments', 'treasury'].includes(roomOf(to))) return roomOf(from) === roomOf(to);
  const isCrediting = user === 'payments/credit' || user === 'payments/.';
  return isCrediting && ['payments/payment', 'payments/deposits'].includes(used);
}

/** What others may use of a store is exported by a file beside it. Other re-exports would give a thing a second address. */
function isOwnStore(from: string, to: string): boolean {
  return /store\.ts$/.test(to) && dirname(from) === dirname(to);
}

/** Routes, and rooms that are HTTP throughout. */
function mayUseHttp(from: string): boolean {
  return /(^|[/-])routes\.ts$/.test(from) || /^(platform\/http|dashboard|app)\//.test(from);
}

/** Folders with too many files to survey. Tests beside their sources do not count. */
export function crowdedFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files.filter((path) => !isTest(path)))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > maxFiles)
    .map(([folder, count]) => `${folder} has ${count} files: ${maxFiles} are the most, make folders of them`);
}
