import { createInterface } from 'node:readline/promises';
import { UsageError } from './command.ts';

/** Asks a person. Throws without a terminal: a script must say --yes. */
export async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError('This command asks a question. Pass --yes to go on without.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
