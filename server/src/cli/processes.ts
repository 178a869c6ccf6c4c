import { join } from 'node:path';
import type { Service } from '../app/service.ts';
import { parseConfig, readEnv } from '../platform/config/config.ts';
import type { Command, Values } from './command.ts';
import { withMigratedDatabase } from './database.ts';
import { print } from './output.ts';
import { firstSignal } from './signals.ts';

export const processCommands: Command[] = [
  {
    name: 'serve',
    usage: '[--no-workers]',
    summary: 'Run the service: API, pages and background workers. --no-workers leaves out the workers.',
    options: { 'no-workers': { type: 'boolean' } },
    args: [],
    async run(values) {
      await runUntilStopped({ http: true, workers: !values['no-workers'] }, (service) =>
        announce(values, service),
      );
    },
  },
  {
    name: 'work',
    usage: '',
    summary: 'Run only the background workers, next to one or more "serve --no-workers".',
    options: {},
    args: [],
    async run() {
      await runUntilStopped({ http: false, workers: true });
    },
  },
  {
    name: 'migrate',
    usage: '',
    summary: 'Migrate the database. Safe to run at any time, also concurrently.',
    options: {},
    args: [],
    async run(values) {
      print(values, { applied: await withMigratedDatabase(async ({ applied }) => applied) });
    },
  },
];

/** Installs signal handlers before starting, so that a stop during start also stops the embedded Postgres. */
async function runUntilStopped(
  parts: { http: boolean; workers: boolean },
  started: (service: Service) => void = () => {},
): Promise<void> {
  let service: Service | null = null;
  const stopAsked = firstSignal(() => {
    if (!service) process.stderr.write(`${stoppingSoon}\n`);
  });
  // Imported lazily: other commands do not need it.
  const { startService } = await import('../app/service.ts');
  service = await startService(parseConfig(readEnv()), parts);
  started(service);
  await stop(service, await stopAsked);
}

const stoppingSoon = 'Stopping once the start has finished. Send the signal again to exit immediately.';

async function stop(service: Service, signal: string): Promise<void> {
  service.ctx.log.info({ signal }, 'stopping');
  // Who presses Ctrl-C waits for it; service managers and orchestrators send SIGTERM.
  if ((await service.stop({ drains: signal === 'SIGTERM' })) === 'stopped') {
    service.ctx.log.info('stopped');
    return;
  }
  service.ctx.log.warn(
    'The database does not respond. Stopping anyway: unfinished work will be resumed later.',
  );
  process.exit(0);
}

function announce(values: Values, { ctx, credentials, dataDir }: Service): void {
  const { publicUrl } = ctx.config;
  const places = {
    base_url: `${publicUrl}/api/v1`,
    dashboard_url: `${publicUrl}/dashboard`,
    data_dir: dataDir,
  };
  // Whoever collects both streams, as containers and journald do, gets JSON lines only.
  if (values['json']) print(values, places);
  else if (process.stderr.isTTY) process.stderr.write(`${banner(publicUrl, credentials, dataDir)}\n`);
  else ctx.log.info(places, 'serving');
}

function banner(publicUrl: string, credentials: Service['credentials'], dataDir: Service['dataDir']): string {
  const lines = ['', `  Causeway is running at ${publicUrl}`, ''];
  lines.push(`  Guides         ${publicUrl}/docs`, `  API reference  ${publicUrl}/docs/api`);
  if (credentials) {
    lines.push(`  Dashboard      ${credentials.dashboard_url}`);
    lines.push(
      `  Sign in as     ${credentials.email}  ${dataDir ? `(password in ${join(dataDir, 'dev-credentials.json')})` : ''}`,
    );
    lines.push(
      `  Test key       ${credentials.test_key}`,
      '',
      '  Create a first payment:',
      '',
      ...firstPayment(credentials),
      '',
    );
  } else {
    lines.push(
      `  Dashboard      ${publicUrl}/dashboard`,
      '',
      '  Create a merchant: npm run causeway -- merchants create --name N --email E',
      '',
    );
  }
  return lines.join('\n');
}

/** Not indented and without a prompt, so that it can be copied as is. */
function firstPayment({ base_url, test_key }: { base_url: string; test_key: string }): string[] {
  return [
    `curl -s ${base_url}/payments -H 'Authorization: Bearer ${test_key}' -H 'Content-Type: application/json' -d '{"amount":"49.99","currency":"USD"}'`,
  ];
}
