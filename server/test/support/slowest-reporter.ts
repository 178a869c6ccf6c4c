import { relative, sep } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const shown = 15;
/** Folders are summed up to this depth: server/test/email, web/e2e. */
const depth = 3;

/** Prints where the time of a run went: the slowest files, and the sums of their folders. */
export class SlowestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => ({
      name: relative(process.cwd(), module.moduleId).split(sep).join('/'),
      seconds: (module.diagnostic().duration + module.diagnostic().collectDuration) / 1000,
    }));
    if (files.length <= shown) return;
    print('Slowest files', files);
    print('Folders', sums(files));
  }
}

interface Row {
  name: string;
  seconds: number;
}

function sums(files: Row[]): Row[] {
  const folders = new Map<string, number>();
  for (const { name, seconds } of files) {
    const folder = name.split('/').slice(0, -1).slice(0, depth).join('/');
    folders.set(folder, (folders.get(folder) ?? 0) + seconds);
  }
  return [...folders].map(([name, seconds]) => ({ name, seconds }));
}

function print(title: string, rows: Row[]): void {
  const slowest = rows.sort((one, other) => other.seconds - one.seconds).slice(0, shown);
  const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`);
  process.stdout.write(`\n${title}\n${lines.join('\n')}\n`);
}
