import { relative, sep } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const shown = 15;
/** Folders are summed up to this depth: server/test/messages/email, web/e2e. */
const depth = 3;

/**
 * Prints which tests needed a second try, and where the time of a run went: the slowest files, and sums of folders, by the
 * clock and by processor time.
 */
export class SlowestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const again = modules.flatMap((module) =>
      [...module.children.allTests()].filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0),
    );
    for (const test of again)
      process.stdout.write(`\nTried again: ${nameOf(test.module)} > ${test.fullName}\n`);
    if (modules.length <= shown) return;
    const files = modules.map((module) => ({
      name: nameOf(module),
      project: module.project.name,
      seconds: (module.diagnostic().duration + module.diagnostic().collectDuration) / 1000,
    }));
    print('Slowest files', files);
    print('Folders', sums(files, folderOf));
    const busy = modules.map((module) => ({
      name: nameOf(module),
      project: module.project.name,
      seconds: module.meta().processorSeconds ?? 0,
    }));
    print('Processor time of files', busy);
    print('Processor time of folders', sums(busy, folderOf));
    print(
      'Processor time of projects',
      sums(busy, ({ project }) => project),
    );
  }
}

interface Row {
  name: string;
  seconds: number;
}

interface FileRow extends Row {
  project: string;
}

function nameOf({ moduleId }: TestModule): string {
  return relative(process.cwd(), moduleId).split(sep).join('/');
}

function folderOf({ name }: FileRow): string {
  return name.split('/').slice(0, -1).slice(0, depth).join('/');
}

function sums(files: FileRow[], groupOf: (file: FileRow) => string): Row[] {
  const groups = new Map<string, number>();
  for (const file of files) groups.set(groupOf(file), (groups.get(groupOf(file)) ?? 0) + file.seconds);
  return [...groups].map(([name, seconds]) => ({ name, seconds }));
}

function print(title: string, rows: Row[]): void {
  const slowest = [...rows].sort((one, other) => other.seconds - one.seconds).slice(0, shown);
  const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`);
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`);
}
