import { beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../src/cli/command.ts';
import { families } from '../../src/cli/main.ts';
import { guides, textOf } from './blocks.ts';

/* A command or option that a guide names must exist: somebody types it at three in the morning. */

const written = [
  ...guides(),
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'deploy/prometheus/alerts.yml',
];
/** How guides call the program: its name alone, in a clone, in the folder of the package, and the built file. */
const call = /(?:\bcauseway(?: --)?|\bdist\/cli\.js) +([a-z-]+(?:[^\n`|>;#)]|\\\n)*)/g;

let commands: Command[] = [];
beforeAll(async () => {
  commands = (await Promise.all(families.map(({ load }) => load()))).flat();
});

function* callsIn(guide: string): Generator<string[]> {
  const names = new Set(families.flatMap((family) => family.names));
  const code = textOf(guide).match(/```[\s\S]*?```|`[^`]+`/g) ?? [];
  for (const [, text = ''] of code.flatMap((part) => [...part.matchAll(call)])) {
    const words = text.replaceAll('\\\n', ' ').split(/\s+/).filter(Boolean);
    if (names.has(words[0] ?? '')) yield words;
  }
}

/** The command that these words call; undefined for the name of a family alone, such as `causeway vault`. */
const called = (words: string[]) =>
  commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));

describe('commands in the guides', () => {
  it('exist, with the options that are named', () => {
    const wrong: string[] = [];
    let seen = 0;
    for (const guide of written)
      for (const words of callsIn(guide)) {
        seen++;
        const command = called(words);
        const known = ['json', 'help', ...Object.keys(command?.options ?? {})];
        const options = words.flatMap((word) => /^--([a-z-]+)/.exec(word)?.[1] ?? []);
        const isFamily = words.slice(1).every((word) => word.startsWith('--'));
        if ((!command && !isFamily) || options.some((option) => !known.includes(option)))
          wrong.push(`${guide}: ${words.join(' ')}`);
      }
    expect(seen).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it('are all in the list of commands', () => {
    const list = textOf('docs/cli.md');
    expect(commands.map(({ name }) => name).filter((name) => !list.includes(`\`${name}`))).toEqual([]);
  });
});
