import { ConfigError } from '../config.ts';
import { DataDirInUseError } from '../db/embedded/embedded-postgres.ts';
import { SetupError } from '../db/embedded/setup-error.ts';
import { isConnectionError } from '../db/errors.ts';
import { MigrationError } from '../db/migrate.ts';
import { ApiError } from '../errors.ts';
import { WalletError } from '../live-mode/wallet-error.ts';
import { MasterKeyError } from '../master-key/master-key.ts';
import { MerchantError } from '../merchants/merchants.ts';
import { clientSettings, settings } from '../settings.ts';
import { ApiProblem } from './api-problem.ts';
import { type Command, runCommand, UsageError } from './command.ts';

interface Family {
  /** The first word of its commands. */
  names: string[];
  load(): Promise<Command[]>;
}

/** Loaded on demand: loading every command would take most of a short command's run time. */
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

/** Commands of the family named first, or all commands. */
async function commandsFor(argv: string[]): Promise<Command[]> {
  const named = families.filter(({ names }) => names.some((name) => name === argv[0]));
  const loaded = await Promise.all((named.length > 0 ? named : families).map((family) => family.load()));
  return loaded.flat();
}

async function main(argv: string[]): Promise<void> {
  const commands = await commandsFor(argv);
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => argv[index] === word));
  if (command) return runCommand(command, argv.slice(command.name.split(' ').length));
  const namesFamily = argv.length === 1 && commands.some(({ name }) => name.startsWith(`${argv[0]} `));
  const asksForHelp =
    namesFamily || argv.length === 0 || argv.includes('--help') || argv.includes('-h') || argv[0] === 'help';
  if (asksForHelp) {
    process.stdout.write(`${help(commands)}\n`);
    return;
  }
  throw new UsageError(`Unknown command "${argv.join(' ')}". Run "causeway --help" to see all commands.`);
}

/** Help for all commands, or for one family, such as "causeway keys --help". */
function help(commands: Command[]): string {
  const lines = commands.map(
    ({ name, usage, summary }) => `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}`,
  );
  const environment = Object.entries({ ...settings, ...clientSettings }).map(
    ([name, { default: value, help: text }]) =>
      `  ${name.padEnd(19)} ${text}${value ? ` Default: ${value}` : ''}`,
  );
  return [
    'Usage: causeway <command> [options]',
    '',
    ...lines,
    '',
    'All commands accept --json and --help.',
    '',
    'Environment variables, all optional:',
    ...environment,
  ].join('\n');
}

/** Expected errors are one message. Anything else is a bug and includes its stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isConnectionError(error))
    return `Cannot connect to the database: ${error.message || 'no response'}. Check DATABASE_URL.`;
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message.replace(/^listen EADDRINUSE: /, '')}. Stop the other process, or set PORT to another port (0 picks a free one).`;
  }
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
  return expected.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}

/** Runs a command and returns the exit code. */
export async function runCli(argv: string[]): Promise<number> {
  try {
    await main(argv);
    return 0;
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  }
}
