// Opens the server in a process of its own, for tests that kill it. Prints the URL once it is in; SIGTERM closes. Plain
// JavaScript of the built service: a test starts up to ten at once, and compiling takes longer than all they do.
const built = new URL('../../dist/db/embedded/', import.meta.url);
const { installedBinaries } = await import(new URL('binaries.js', built).href);
const { openFrom } = await import(new URL('embedded-postgres.js', built).href);

const [dataDir = '', role = '', nativeDir, version] = process.argv.slice(2);
const source = nativeDir && version ? { nativeDir, version } : installedBinaries();
try {
  const server = await openFrom(source, {
    dataDir,
    owner: role === 'owner',
    log: (level, message) => process.stderr.write(`${level}: ${message}\n`),
  });
  process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
  process.stdout.write(`${server.url}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
