import { readFileSync } from 'node:fs';
import { type Command, runCommand, UsageError } from './command.ts';

export interface Family {
  /** The first word of its commands. */
  names: string[];
  /** On demand: loading every command would take most of a short command's run time. */
  load(): Promise<Command[]>;
}

/** A program of commands: the operator's, or the one for developers. */
export interface Program {
  families: Family[];
  /** Environment variables, for the help text. */
  settings: Record<string, { default?: string; help: string }>;
  explain(error: unknown): string;
  version(): string;
}

/** Runs a command and returns the exit code. */
export async function runProgram(program: Program, argv: string[]): Promise<number> {
  try {
    await run(program, argv);
    return 0;
  } catch (error) {
    process.stderr.write(`${program.explain(error)}\n`);
    return 1;
  }
}

async function run(program: Program, argv: string[]): Promise<void> {
  if (argv[0] === '--version' || argv[0] === '-v') {
    process.stdout.write(`${program.version()}\n`);
    return;
  }
  const commands = await commandsFor(program, argv);
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => argv[index] === word));
  if (command) return runCommand(command, argv.slice(command.name.split(' ').length));
  const namesFamily = argv.length === 1 && commands.some(({ name }) => name.startsWith(`${argv[0]} `));
  const asksForHelp =
    namesFamily || argv.length === 0 || argv.includes('--help') || argv.includes('-h') || argv[0] === 'help';
  if (asksForHelp) {
    process.stdout.write(`${help(program, commands)}\n`);
    return;
  }
  throw new UsageError(`Unknown command "${argv.join(' ')}". Run "causeway --help" to see all commands.`);
}

/** Commands of the family named first, or all commands. */
async function commandsFor({ families }: Program, argv: string[]): Promise<Command[]> {
  const named = families.filter(({ names }) => names.some((name) => name === argv[0]));
  const loaded = await Promise.all((named.length > 0 ? named : families).map((family) => family.load()));
  return loaded.flat();
}

/** Help for all commands, or for one family, such as "causeway keys --help". */
function help({ settings }: Program, commands: Command[]): string {
  const lines = commands.map(
    ({ name, usage, summary }) => `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}`,
  );
  const environment = Object.entries(settings).map(
    ([name, { default: value, help: text }]) =>
      `  ${name.padEnd(19)} ${text}${value ? ` Default: ${value}` : ''}`,
  );
  return [
    'Usage: causeway <command> [options]',
    '',
    ...lines,
    '',
    'All commands accept --json and --help. "causeway --version" prints the version.',
    '',
    'Environment variables, all optional:',
    ...environment,
  ].join('\n');
}

/** Of the package that this `package.json` describes. */
export function versionIn(file: string | URL): string {
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

/** Expected errors are one message. Anything else is a bug and includes its stack. */
export function explainAs(error: unknown, expected: readonly (new (...args: never[]) => Error)[]): string {
  if (!(error instanceof Error)) return String(error);
  return expected.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}
