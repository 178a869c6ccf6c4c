import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Processor time of a process, its children and theirs, those that have ended too. 0 where there is no /proc. */
export function processorSeconds(pid: number): number {
  const processes = readProcesses();
  const children = new Map<number, number[]>();
  for (const [pid, { parent }] of processes) children.set(parent, [...(children.get(parent) ?? []), pid]);
  const sum = (pid: number): number =>
    (processes.get(pid)?.seconds ?? 0) +
    (children.get(pid) ?? []).reduce((total, child) => total + sum(child), 0);
  return sum(pid);
}

function readProcesses(): Map<number, { parent: number; seconds: number }> {
  const found = new Map<number, { parent: number; seconds: number }>();
  for (const name of readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statOf(name);
    // See proc(5): the parent, then user and system time of the process and of the children it waited for.
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    if (fields.length > 0)
      found.set(Number(name), { parent: Number(fields[1]), seconds: ticks / ticksPerSecond });
  }
  return found;
}

/** The fields after the name, which may have spaces. None if the process has ended. */
function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

function readdir(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
