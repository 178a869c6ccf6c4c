import type { Frame } from './layout.ts';
import type { Letter } from './letter.ts';

/** The plain-text version. Each value is on its own line, after a label or an indent. */
export function layoutText(letter: Letter, frame: Frame): string {
  const { action, items, totals, note } = letter;
  const blocks = [
    frame.test ? [`*** ${frame.test.title} ***`, frame.test.text] : [],
    [letter.title, '', letter.amount, letter.caption],
    action ? [`${action.label}:`, action.url] : [],
    letter.facts.map(({ label, value }) => `${label}: ${value}`),
    items ? [`${items.title}:`, ...itemLines(items)] : [],
    totals.map(({ label, value }) => `${label}: ${value}`),
    note ? [`${note.label}:`, ...note.lines.map((line) => `> ${line}`.trimEnd())] : [],
    [letter.closing],
    letter.unsubscribe ? [`${letter.unsubscribe.label}:`, letter.unsubscribe.url] : [],
    ['-- ', frame.footer],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

function itemLines(items: NonNullable<Letter['items']>): string[] {
  const lines = items.lines.flatMap(({ description, detail, amount }) => [
    `- ${description}`,
    `  ${detail} = ${amount}`,
  ]);
  return items.more === null ? lines : [...lines, `  ${items.more}`];
}
