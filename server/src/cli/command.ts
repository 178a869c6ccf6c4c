import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Config, parseConfig, readEnv } from '../config.ts';
import type { Context } from '../context.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { masterKeyIn } from '../secrets.ts';

export type Options = NonNullable<ParseArgsConfig['options']>;
export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

export interface Command {
  /** As typed, for example "keys create". */
  name: string;
  /** What follows the name in the usage line. */
  usage: string;
  summary: string;
  /** Lines of --help about the command's own options and arguments. */
  help?: string[];
  options: Options;
  /** Names of the arguments that are not options, all required. */
  args: string[];
  /** True when they may all be left out, since an option says it instead. */
  argsOptional?: true;
  run(values: Values, args: Record<string, string>): Promise<void>;
}

/** A mistake in how a command was called. */
export class UsageError extends Error {}

const commonOptions = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
} as const satisfies Options;

export async function runCommand(command: Command, argv: string[]): Promise<void> {
  const { values, positionals } = parse(command, argv);
  if (values['help']) {
    process.stdout.write(`${commandHelp(command)}\n`);
    return;
  }
  const leftOut = command.argsOptional && positionals.length === 0;
  if (positionals.length !== command.args.length && !leftOut) {
    throw new UsageError(`Usage: causeway ${command.name} ${command.usage}`.trimEnd());
  }
  const args = Object.fromEntries(command.args.map((name, index) => [name, positionals[index] ?? '']));
  await command.run(values, args);
}

function commandHelp(command: Command): string {
  const usage = `Usage: causeway ${command.name} ${command.usage}`.trimEnd();
  const own = command.help ? `${command.help.map((line) => `  ${line}`.trimEnd()).join('\n')}\n\n` : '';
  return `${command.summary}\n\n${usage}\n\n${own}  --json  print one JSON object or array\n  --help  show this`;
}

function parse(command: Command, argv: string[]): { values: Values; positionals: string[] } {
  try {
    return parseArgs({
      args: argv,
      options: { ...commonOptions, ...command.options },
      allowPositionals: true,
    });
  } catch (error) {
    const problem = error instanceof Error ? error.message.split('. ', 1)[0] : String(error);
    throw new UsageError(`${problem}.\nUsage: causeway ${command.name} ${command.usage}`.trimEnd());
  }
}

/** A required option's text. */
export function textOf(values: Values, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is required.`);
  return value;
}

/** Opens the database, running service or not, does the work and leaves. */
export async function withContext<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  return withDatabase(async (ctx) => {
    await migrate(ctx.db);
    return work(ctx);
  });
}

/** As withContext, on a database that may not be migrated yet. */
export async function withDatabase<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  const { closeContext, createContext } = await import('../compose.ts');
  const config: Config = { ...parseConfig(readEnv()), databasePoolSize: 2 };
  const database = await openDatabase(config, {
    owner: false,
    log: (level, message) => {
      if (level !== 'info') process.stderr.write(`${message}\n`);
    },
  });
  try {
    // Beside the embedded database the service keeps its key; elsewhere it is a setting.
    const masterKeys =
      config.masterKeys.length === 0 && database.dataDir
        ? [masterKeyIn(database.dataDir)]
        : config.masterKeys;
    const ctx = createContext({ ...config, masterKeys, logLevel: 'warn' }, database.url);
    try {
      return await work(ctx);
    } finally {
      await closeContext(ctx);
    }
  } finally {
    await database.close();
  }
}
