// `npm run release -- 0.2.0`: writes the version into all packages and the guides, closes the section of the changelog, and lists the
// migrations since the last release. It commits and tags nothing; it prints what to run next. `--check` is for CI: a commit with
// a tag of a version has that version everywhere, and a section in the changelog.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, root: { type: 'string' } },
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
/** Where the version is part of a text: names of files to install, and of images. */
const texts = [
  'docs/deploying.md',
  'sdk/README.md',
  'cli/README.md',
  'create-causeway/README.md',
  'deploy/kubernetes/causeway.yaml',
];
const examples = ['examples/node-shop/package.json', 'examples/paid-api/package.json'];

const read = (path) => readFileSync(join(root, path), 'utf8');
const write = (path, text) => writeFileSync(join(root, path), text);
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const current = () => JSON.parse(read('package.json')).version;

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function lastTag() {
  return git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n')[0];
}

function check() {
  const versions = new Set(manifests.map((path) => JSON.parse(read(path)).version));
  if (versions.size > 1) fail(`Packages have different versions: ${[...versions].join(', ')}.`);
  const tags = git('tag', '--points-at', 'HEAD', '--list', 'v*').split('\n').filter(Boolean);
  if (tags.length === 0) return;
  const expected = `v${current()}`;
  if (!tags.includes(expected))
    fail(`This commit is tagged ${tags.join(', ')}, and its packages say ${expected}.`);
  const changelog = read('CHANGELOG.md');
  if (/^## Unreleased/m.test(changelog)) fail('The changelog of a tagged commit has a section "Unreleased".');
  if (!changelog.includes(`## ${current()}`)) fail(`The changelog has no section "${current()}".`);
}

function migrationNotes(since) {
  const folder = 'server/src/platform/db/migrations';
  const all = git('ls-files', folder).split('\n').filter(Boolean);
  const before = since ? new Set(git('ls-tree', '-r', '--name-only', since, folder).split('\n')) : new Set();
  const added = all.filter((path) => !before.has(path)).map((path) => path.slice(folder.length + 1));
  if (added.length === 0) return 'No migrations.';
  return `Migrations: ${added.map((name) => `\`${name}\``).join(', ')}. Run \`causeway migrate\` before the new processes start.`;
}

function release(version) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) fail('Name the version: npm run release -- 0.2.0');
  if (git('status', '--porcelain') !== '')
    fail('There are changes that are not committed. Commit them first.');
  if (git('tag', '--list', `v${version}`) !== '') fail(`v${version} was released before.`);
  const changelog = read('CHANGELOG.md');
  if (!/^## Unreleased$/m.test(changelog)) fail('The changelog has no section "## Unreleased".');
  const old = current();
  const today = new Date().toISOString().slice(0, 10);
  const heading = `## ${version} (${today})\n\n${migrationNotes(lastTag())}`;
  write('CHANGELOG.md', changelog.replace(/^## Unreleased$/m, heading));
  for (const path of manifests)
    write(path, read(path).replace(`"version": "${old}"`, `"version": "${version}"`));
  for (const path of examples)
    write(path, read(path).replace(`"@causeway/sdk": "^${old}"`, `"@causeway/sdk": "^${version}"`));
  for (const path of texts)
    write(
      path,
      read(path).replaceAll(old, version).replaceAll(old.replaceAll('.', '-'), version.replaceAll('.', '-')),
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
else release(positionals[0] ?? '');
