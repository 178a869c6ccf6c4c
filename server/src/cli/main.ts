import { ConfigError } from '../config.ts';
import { DataDirInUseError } from '../db/embedded/embedded-postgres.ts';
import { SetupError } from '../db/embedded/setup-error.ts';
import { isConnectionError } from '../db/errors.ts';
import { MigrationError } from '../db/migrate.ts';
import { ApiError } from '../errors.ts';
import { WalletError } from '../live-mode/wallet-error.ts';
import { MasterKeyError } from '../master-key/master-key.ts';
import { MerchantError } from '../merchant-error.ts';
import { serverFolder } from '../places.ts';
import { clientSettings, settings } from '../settings.ts';
import { ApiProblem } from './api-problem.ts';
import { UsageError } from './command.ts';
import { explainAs, type Family, runProgram, versionIn } from './program.ts';

const families: Family[] = [
  {
    names: ['serve', 'work', 'migrate'],
    load: async () => (await import('./processes.ts')).processCommands,
  },
  { names: ['merchants'], load: async () => (await import('./merchants.ts')).merchantCommands },
  { names: ['members'], load: async () => (await import('./members.ts')).memberCommands },
  { names: ['keys'], load: async () => (await import('./keys.ts')).keyCommands },
  { names: ['secrets'], load: async () => (await import('./secrets.ts')).secretCommands },
  { names: ['emails'], load: async () => (await import('./emails.ts')).emailCommands },
  { names: ['rates'], load: async () => (await import('./rates.ts')).rateCommands },
  { names: ['announce'], load: async () => (await import('./announce.ts')).announceCommands },
  { names: ['webhooks'], load: async () => (await import('./webhooks.ts')).webhookCommands },
  { names: ['wallet'], load: async () => (await import('./wallet.ts')).walletCommands },
  { names: ['chains'], load: async () => (await import('./chains.ts')).chainCommands },
  { names: ['exchanges'], load: async () => (await import('./exchanges.ts')).exchangeCommands },
  { names: ['transfers'], load: async () => (await import('./transfers.ts')).transferCommands },
  { names: ['payouts'], load: async () => (await import('./payouts.ts')).payoutCommands },
  { names: ['routes'], load: async () => (await import('./routes.ts')).routeCommands },
  { names: ['ledger'], load: async () => (await import('./ledger.ts')).ledgerCommands },
  { names: ['trigger'], load: async () => (await import('./trigger.ts')).triggerCommands },
  { names: ['devnet'], load: async () => (await import('./devnet.ts')).devnetCommands },
  { names: ['events'], load: async () => (await import('./events.ts')).eventCommands },
];

const expected = [
  UsageError,
  ApiProblem,
  ConfigError,
  MerchantError,
  ApiError,
  DataDirInUseError,
  SetupError,
  WalletError,
  MigrationError,
  MasterKeyError,
];

function explain(error: unknown): string {
  if (error instanceof Error && isConnectionError(error))
    return `Cannot connect to the database: ${error.message || 'no response'}. Check DATABASE_URL.`;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message.replace(/^listen EADDRINUSE: /, '')}. Stop the other process, or set PORT to another port (0 picks a free one).`;
  }
  return explainAs(error, expected);
}

/** Runs a command and returns the exit code. */
export function runCli(argv: string[]): Promise<number> {
  const version = () => versionIn(new URL('package.json', serverFolder));
  return runProgram({ families, settings: { ...settings, ...clientSettings }, explain, version }, argv);
}
