// Opens the server in a process of its own, for tests that kill it. Prints the URL once it is in; SIGTERM closes. Plain
// JavaScript of the built service: a test starts up to ten at once, and compiling takes longer than all they do.
const built = new URL('../../../dist/embedded-postgres.js', import.meta.url);
const { openEmbeddedPostgres, openFrom } = await import(built.href);

const [dataDir = '', role = '', nativeDir, version] = process.argv.slice(2);
const options = {
  dataDir,
  owner: role === 'owner',
  log: (level, message) => process.stderr.write(`${level}: ${message}\n`),
};
try {
  const server = await (nativeDir && version
    ? openFrom({ nativeDir, version }, options)
    : openEmbeddedPostgres(options));
  process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
  process.stdout.write(`${server.url}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
