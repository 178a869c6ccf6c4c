#!/usr/bin/env node
import { announceCommands } from './cli/announce.ts';
import { ApiProblem } from './cli/api-problem.ts';
import { type Command, runCommand, UsageError } from './cli/command.ts';
import { emailCommands } from './cli/emails.ts';
import { eventCommands } from './cli/events.ts';
import { keyCommands } from './cli/keys.ts';
import { memberCommands } from './cli/members.ts';
import { merchantCommands } from './cli/merchants.ts';
import { processCommands } from './cli/processes.ts';
import { triggerCommands } from './cli/trigger.ts';
import { webhookCommands } from './cli/webhooks.ts';
import { ConfigError, clientSettings, settings } from './config.ts';
import { isConnectionError } from './db/client.ts';
import { DataDirInUseError } from './db/embedded/embedded-postgres.ts';
import { SetupError } from './db/embedded/setup-error.ts';
import { ApiError } from './errors.ts';
import { MerchantError } from './merchants/merchants.ts';

const commands: Command[] = [
  ...processCommands,
  ...merchantCommands,
  ...memberCommands,
  ...keyCommands,
  ...emailCommands,
  ...announceCommands,
  ...webhookCommands,
  ...triggerCommands,
  ...eventCommands,
];

async function main(argv: string[]): Promise<void> {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => argv[index] === word));
  if (command) return runCommand(command, argv.slice(command.name.split(' ').length));
  const namesFamily = argv.length === 1 && commands.some(({ name }) => name.startsWith(`${argv[0]} `));
  const asksForHelp =
    namesFamily || argv.length === 0 || argv.includes('--help') || argv.includes('-h') || argv[0] === 'help';
  if (asksForHelp) {
    process.stdout.write(`${help(argv[0])}\n`);
    return;
  }
  throw new UsageError(`Unknown command "${argv.join(' ')}". "causeway --help" lists them.`);
}

/** All commands, or those of one family when it is named: "causeway keys --help". */
function help(family: string | undefined): string {
  const named = commands.filter(({ name }) => name.split(' ')[0] === family);
  const lines = (named.length > 0 ? named : commands).map(
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
    'Every command takes --json and --help.',
    '',
    'Environment variables, all optional:',
    ...environment,
  ].join('\n');
}

/** Mistakes of the caller are one message; anything else is ours and comes with its stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isConnectionError(error))
    return `The database cannot be reached: ${error.message || 'no answer'}. Check DATABASE_URL.`;
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message.replace(/^listen EADDRINUSE: /, '')}. Stop what listens there, or set PORT to another one (0 takes a free one).`;
  }
  const expected = [
    UsageError,
    ApiProblem,
    ConfigError,
    MerchantError,
    ApiError,
    DataDirInUseError,
    SetupError,
  ];
  return expected.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
