import { OwnerActionError } from '../chains/setup/evm/owner-action-error.ts';
import { SignerError } from '../chains/signers/signer-error.ts';
import { WalletError } from '../chains/wallets/wallet-error.ts';
import { ApiError } from '../lib/errors.ts';
import { MerchantError } from '../lib/merchant-error.ts';
import { ConfigError } from '../platform/config/config.ts';
import { clientSettings, settings } from '../platform/config/settings.ts';
import { DataDirInUseError } from '../platform/db/embedded/embedded-postgres.ts';
import { SetupError } from '../platform/db/embedded/setup-error.ts';
import { isConnectionError } from '../platform/db/errors.ts';
import { MigrationError } from '../platform/db/migrate.ts';
import { MasterKeyError } from '../platform/master-key/master-key.ts';
import { serverFolder } from '../platform/places.ts';
import { MoveError } from '../treasury/transfers/solana/move/move-error.ts';
import { ApiProblem } from './api/api-problem.ts';
import { UsageError } from './command.ts';
import { explainAs, type Family, runProgram, versionIn } from './program.ts';

/** Exported for the test that looks for what guides name. */
export const families: Family[] = [
  {
    names: ['serve', 'work', 'migrate'],
    load: async () => (await import('./processes.ts')).processCommands,
  },
  { names: ['merchants'], load: async () => (await import('./merchants.ts')).merchantCommands },
  { names: ['members'], load: async () => (await import('./members.ts')).memberCommands },
  { names: ['keys'], load: async () => (await import('./keys.ts')).keyCommands },
  { names: ['secrets'], load: async () => (await import('./secrets.ts')).secretCommands },
  { names: ['database'], load: async () => (await import('./move-database.ts')).moveCommands },
  { names: ['emails'], load: async () => (await import('./emails.ts')).emailCommands },
  { names: ['rates'], load: async () => (await import('./money/rates.ts')).rateCommands },
  { names: ['announce'], load: async () => (await import('./api/announce.ts')).announceCommands },
  { names: ['webhooks'], load: async () => (await import('./webhooks.ts')).webhookCommands },
  {
    names: ['wallet'],
    load: async () => [
      ...(await import('./wallet.ts')).walletCommands,
      ...(await import('./skipped-addresses.ts')).skippedAddressCommands,
    ],
  },
  { names: ['vault'], load: async () => (await import('./vault.ts')).vaultCommands },
  { names: ['signers'], load: async () => (await import('./signers.ts')).signerCommands },
  {
    names: ['chains'],
    load: async () => [
      ...(await import('./chains.ts')).chainCommands,
      ...(await import('./rescan.ts')).rescanCommands,
    ],
  },
  { names: ['exchanges'], load: async () => (await import('./money/exchanges.ts')).exchangeCommands },
  { names: ['screening'], load: async () => (await import('./money/screening.ts')).screeningCommands },
  { names: ['transfers'], load: async () => (await import('./money/transfers.ts')).transferCommands },
  {
    names: ['payments'],
    load: async () => [
      ...(await import('./money/payments.ts')).paymentCommands,
      ...(await import('./money/contested.ts')).contestedCommands,
    ],
  },
  { names: ['payouts'], load: async () => (await import('./money/payouts.ts')).payoutCommands },
  { names: ['routes'], load: async () => (await import('./money/routes.ts')).routeCommands },
  {
    names: ['ledger'],
    load: async () => [
      ...(await import('./money/ledger.ts')).ledgerCommands,
      ...(await import('./money/surplus.ts')).surplusCommands,
    ],
  },
  { names: ['trigger'], load: async () => (await import('./api/trigger.ts')).triggerCommands },
  { names: ['devnet'], load: async () => (await import('./devnet.ts')).devnetCommands },
  { names: ['events'], load: async () => (await import('./api/events.ts')).eventCommands },
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
  SignerError,
  MoveError,
  OwnerActionError,
  MigrationError,
  MasterKeyError,
];

function explain(error: unknown): string {
  if (error instanceof Error && isConnectionError(error))
    return `Cannot connect to the database: ${error.message || 'no response'}. Check DATABASE_URL.`;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `${error.message.replace(/^listen EADDRINUSE: /, '')}. Stop the other process, or set PORT (or METRICS_PORT) to another port (0 picks a free one).`;
  }
  return explainAs(error, expected);
}

/** Runs a command, `serve` if none is named, and returns the exit code. */
export function runCli(argv: string[]): Promise<number> {
  const version = () => versionIn(new URL('package.json', serverFolder));
  return runProgram(
    { families, settings: { ...settings, ...clientSettings }, explain, version },
    argv.length === 0 ? ['serve'] : argv,
  );
}
