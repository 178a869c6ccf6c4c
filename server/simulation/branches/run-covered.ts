import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unreachedOf } from './unreached.ts';

/** `server/`, from the bundle in `server/dist`. */
const server = fileURLToPath(new URL('../', import.meta.url));

/** Runs the same command while V8 counts, and lists what no history reached. Returns the exit code. */
export async function runCovered(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-coverage-'));
  try {
    const args = process.argv.slice(1).filter((argument) => argument !== '--coverage');
    const child = spawn(process.execPath, args, {
      stdio: 'inherit',
      env: { ...process.env, NODE_V8_COVERAGE: folder },
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) return 1;
    const unreached = unreachedOf(folder, server);
    for (const { file, line, text } of unreached) process.stdout.write(`${file}:${line} ${text}\n`);
    process.stdout.write(`${unreached.length} branches that decide or move money were not reached.\n`);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
