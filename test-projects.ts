/**
 * The projects of the tests. A file belongs to one by its name or that of its folder, so that it stays there when folders
 * move. `server/test/structure/test-projects.test.ts` fails when a file is in none or in two, and when a name in a list
 * fits no file.
 */

/** Too slow for every commit. Names of files, or of folders with a slash. Slowest first: they start in this order. */
export const proofs = [
  'simulation/',
  'campaign/',
  'docs/guides.test.ts',
  'bench/',
  'chaos.test.ts',
  'solana-chaos.test.ts',
  'kill.test.ts',
  'live-plans.test.ts',
  'embedded/',
  'whole-way.test.ts',
  'listen.test.ts',
  'restored.test.ts',
  'solana-refunds.test.ts',
  'solana-cold.test.ts',
  'announce.test.ts',
  'logos.test.ts',
  'routes/',
  'live/routes.test.ts',
  'properties.test.ts',
  'crash/',
  'devnet.test.ts',
  'artifacts.test.ts',
  'package.test.ts',
  'paywall.test.ts',
  'worker-sharing.test.ts',
  'invoice-pdf.test.ts',
  'invoice-pdf-thread.test.ts',
  'mcp.test.ts',
  'failover.test.ts',
  'move.test.ts',
  'recovery.test.ts',
  'restart.test.ts',
  'deploy/metrics.test.ts',
  'deploy/pgbouncer.test.ts',
  'layout.test.ts',
  'cells.test.ts',
  'rolling.test.ts',
  'simulation.test.ts',
  'solana-histories.test.ts',
  'openapi-fuzz.test.ts',
  'interleavings.test.ts',
  'model.test.ts',
  'identity-properties.test.ts',
  'cli/first-start.test.ts',
  'cli/commands.test.ts',
];

/** What starts first in the other projects: a slow file that starts last leaves the other workers idle. */
export const slow = [
  'dashboard-payments.test.ts',
  'dashboard-shell.test.ts',
  'gallery.test.ts',
  'dashboard-session.test.ts',
  'sharing.test.ts',
  'sender-deadline.test.ts',
  'listen-problems.test.ts',
];

const serviceTests = '{server,sdk,cli,create-causeway,devnet,contracts}/test/**';
const proofFiles = proofs.map((name) => `${serviceTests}/${name}${name.endsWith('/') ? '**/*.test.ts' : ''}`);
const liveFiles = 'server/test/{live,chains,treasury}/**/*.test.ts';
const browserFiles = 'web/e2e/**/*.test.ts';
const walkFiles = 'web/e2e/**/walk-*.test.ts';

/**
 * A page of Chromium on a crowded machine stops to answer about once in 4,000 tests. The run lists those that needed a second
 * try. What has no page is tried once.
 */
const browserRetries = 1;

/** In the order in which they start. */
export const projects = {
  /** Random histories, kills, fuzzing, whole guides, compilers, routes over local chains, the bench. */
  proof: { include: proofFiles, exclude: [], retry: 0 },
  /** Live money, over local chains: what `chains/` and `treasury/` do, and the way from a customer's wallet to the merchant's. */
  live: { include: [liveFiles], exclude: proofFiles, retry: 0 },
  /** All that pages do, in a real browser. */
  browser: { include: [browserFiles], exclude: [walkFiles], retry: browserRetries },
  /** One walk through each page, in a real browser. */
  walk: { include: [walkFiles], exclude: [], retry: browserRetries },
  /** Through HTTP, commands and packages, against a real Postgres. */
  service: { include: [`${serviceTests}/*.test.ts`], exclude: [liveFiles, ...proofFiles], retry: 0 },
  /** Pure logic, beside its source. */
  unit: {
    include: ['server/src/**/*.test.ts', 'web/**/*.test.ts', 'plugins/scripts/*.test.ts'],
    exclude: [browserFiles],
    retry: 0,
  },
};
