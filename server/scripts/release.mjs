// `npm run release -- 0.2.0`: writes the version into all packages and the guides, closes the section of the changelog, lists the
// migrations since the last release, and notes the checksums of all. It commits and tags nothing; it prints what to run next.
// `--check` is for CI: a release has its version everywhere, and a section in the changelog. `--last` prints the release before this
// commit as JSON. A commit is a release by its tag or by its subject "Release 0.2.0": tags do not go everywhere.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, last: { type: 'boolean' }, root: { type: 'string' } },
});
const root = values.root ?? fileURLToPath(new URL('../../', import.meta.url));
const manifests = [
  'package.json',
  'server/package.json',
  'web/package.json',
  'sdk/package.json',
  'cli/package.json',
  'create-causeway/package.json',
  'plugins/medusa/package.json',
];
/** Where the version is part of a text: names of files to install, of images, and the plug-in for WooCommerce, which has no package. */
const texts = [
  'docs/deploying.md',
  'docs/woocommerce.md',
  'sdk/README.md',
  'cli/README.md',
  'create-causeway/README.md',
  'deploy/kubernetes/causeway.yaml',
  'plugins/woocommerce/causeway-woocommerce.php',
  'plugins/woocommerce/readme.txt',
];
const migrations = 'server/src/platform/db/migrations';
const released = 'server/src/platform/db/released-migrations.json';
const examples = ['examples/node-shop/package.json', 'examples/paid-api/package.json'];

const read = (path) => readFileSync(join(root, path), 'utf8');
const write = (path, text) => writeFileSync(join(root, path), text);
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const current = () => JSON.parse(read('package.json')).version;

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Version and commit of the releases up to HEAD, the newest first. */
function releases() {
  const found = [
    ...git('tag', '--list', 'v*', '--merged', 'HEAD', '--format=%(refname:short) %(objectname)').matchAll(
      /^v(\d+\.\d+\.\d+) (\w+)$/gm,
    ),
    ...git('log', '--grep=^Release [0-9]', '--format=Release: %s %H').matchAll(
      /^Release: Release (\d+\.\d+\.\d+) (\w+)$/gm,
    ),
  ].map(([, version, name]) => ({ version, commit: git('rev-parse', `${name}^{commit}`) }));
  return found.sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
}

const withoutHead = (all) => {
  const head = git('rev-parse', 'HEAD');
  return all.filter(({ commit }) => commit !== head);
};

/** Not part of another version, such as 10.1.0. */
const versionIn = (version) => new RegExp(`(?<![\\d.])${version.replaceAll('.', '[.-]')}(?!\\.?\\d)`, 'g');

function check() {
  const versions = new Set(manifests.map((path) => JSON.parse(read(path)).version));
  if (versions.size > 1) fail(`Packages have different versions: ${[...versions].join(', ')}.`);
  for (const path of texts)
    if (!versionIn(current()).test(read(path))) fail(`${path} does not have the version ${current()}.`);
  const head = git('rev-parse', 'HEAD');
  const here = releases().filter(({ commit }) => commit === head);
  if (here.length === 0) return;
  if (!here.some(({ version }) => version === current()))
    fail(
      `This commit is ${here.map(({ version }) => `v${version}`).join(', ')}, and its packages say v${current()}.`,
    );
  const changelog = read('CHANGELOG.md');
  if (/^## Unreleased/m.test(changelog)) fail('The changelog of a release has a section "Unreleased".');
  if (!changelog.includes(`## ${current()}`)) fail(`The changelog has no section "${current()}".`);
}

const migrationNames = () =>
  git('ls-files', migrations)
    .split('\n')
    .filter((path) => path.endsWith('.sql'))
    .map((path) => path.slice(migrations.length + 1));

function migrationNotes(since) {
  const before = since ? git('ls-tree', '-r', '--name-only', since, migrations).split('\n') : [];
  const added = migrationNames().filter((name) => !before.includes(`${migrations}/${name}`));
  if (added.length === 0) return 'No migrations.';
  return `Migrations: ${added.map((name) => `\`${name}\``).join(', ')}. Run \`causeway migrate\` before the new processes start.`;
}

/** Databases have these checksums: a build whose files have others does not start on them. */
function noteMigrations() {
  const known = JSON.parse(read(released));
  const all = migrationNames().map((name) => [
    name,
    createHash('sha256')
      .update(read(`${migrations}/${name}`))
      .digest('hex'),
  ]);
  const changed = Object.keys(known).filter((name) => Object.fromEntries(all)[name] !== known[name]);
  if (changed.length > 0) fail(`${changed.join(', ')} was changed after it was released. Restore it.`);
  write(released, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

function release(version) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) fail('Name the version: npm run release -- 0.2.0');
  if (git('status', '--porcelain') !== '')
    fail('There are changes that are not committed. Commit them first.');
  const before = releases();
  if (before.some((one) => one.version === version)) fail(`v${version} was released before.`);
  const changelog = read('CHANGELOG.md');
  if (!/^## Unreleased$/m.test(changelog)) fail('The changelog has no section "## Unreleased".');
  noteMigrations();
  const old = current();
  const today = new Date().toISOString().slice(0, 10);
  const heading = `## ${version} (${today})\n\n${migrationNotes(before[0]?.commit)}`;
  write('CHANGELOG.md', changelog.replace(/^## Unreleased$/m, heading));
  for (const path of manifests)
    write(path, read(path).replace(`"version": "${old}"`, `"version": "${version}"`));
  for (const path of examples)
    write(path, read(path).replace(`"@causeway/sdk": "^${old}"`, `"@causeway/sdk": "^${version}"`));
  for (const path of texts)
    write(
      path,
      read(path).replace(versionIn(old), (found) =>
        found.includes('.') ? version : version.replaceAll('.', '-'),
      ),
    );
  setInLock('package-lock.json', ['', 'server', 'web', 'sdk', 'cli', 'create-causeway'], version);
  setInLock('plugins/medusa/package-lock.json', [''], version);
  process.stdout.write(
    `${old} is ${version} now. Read the diff, run "npm run generate", and then:\n\n` +
      `  git commit --all --message 'Release ${version}' && git tag v${version}\n`,
  );
}

function setInLock(path, packages, version) {
  const lock = JSON.parse(read(path));
  lock.version = version;
  for (const name of packages) lock.packages[name].version = version;
  write(path, `${JSON.stringify(lock, null, 2)}\n`);
}

if (values.check) check();
else if (values.last) process.stdout.write(`${JSON.stringify(withoutHead(releases())[0] ?? null)}\n`);
else release(positionals[0] ?? '');
