import { type ParseArgsConfig, parseArgs } from 'node:util';

export type Options = NonNullable<ParseArgsConfig['options']>;
export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

export interface Command {
  /** For example "keys create". */
  name: string;
  /** Options and arguments, for the usage line. */
  usage: string;
  summary: string;
  /** Extra lines of --help on options and arguments. */
  help?: string[];
  options: Options;
  /** Names of the positional arguments, all required. */
  args: string[];
  /** True if an option can replace the positional arguments. */
  argsOptional?: true;
  run(values: Values, args: Record<string, string>): Promise<void>;
}

/** A command was called with wrong arguments or options. */
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
  return `${command.summary}\n\n${usage}\n\n${own}  --json  print one JSON object or array\n  --help  show this help`;
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

/** The value of a required option. */
export function textOf(values: Values, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is required.`);
  return value;
}
