import { groupBy } from '../../src/lib/group-by.ts';
import type { UnreachedList } from './list.ts';

/** docs/unreached-branches.md */
export function unreachedPage({ kinds, files }: UnreachedList): string {
  return `# Branches that no history reaches

\`npm run generate\` writes this page from \`server/simulation/branches/unreached.json\`. It lists what
[simulated histories](reliability.md#branches-that-no-history-reaches) do not execute of the folders that decide and move money, by V8's
own counts: by the source line on which a branch begins (backticks as \`'\`), why no history gets there, and a test that does. Files are those
of \`server/src\`.

${kindTable({ kinds, files })}
${Object.entries(files)
  .map(([file, branches]) => `## ${file}\n\n${branches.map(lineOf).join('\n')}\n`)
  .join('\n')}`;
}

/** Also in docs/reliability.md, by a test. */
export function kindTable({ kinds, files }: Pick<UnreachedList, 'kinds' | 'files'>): string {
  const all = Object.values(files).flat();
  const byKind = groupBy(all, ({ kind }) => kind);
  const rows = Object.entries(kinds).map(([kind, why]) => {
    const branches = byKind.get(kind) ?? [];
    return `| ${kind} | ${why} | ${branches.length} | ${tested(branches)} |\n`;
  });
  return `| Kind | Why | Branches | With a test that executes them |
|---|---|---|---|
${rows.join('')}| all | | ${all.length} | ${tested(all)} |
`;
}

const tested = (branches: readonly { test?: string }[]) => branches.filter(({ test }) => test).length;

function lineOf({ text, kind, test, why }: UnreachedList['files'][string][number]): string {
  const said = [kind, ...(why ? [why] : []), ...(test ? [`\`${test}\``] : [])].join('; ');
  return `- \`${text.replaceAll('`', "'")}\`: ${said}`;
}
