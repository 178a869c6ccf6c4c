import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The clock of all processes that are started with its environment: real time, until it is moved. */
export interface MovedClock {
  env: Record<string, string>;
  moveHours(hours: number): Promise<void>;
  remove(): void;
}

export function movedClock(): MovedClock {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-clock-'));
  const file = join(folder, 'ahead');
  writeFileSync(file, '+0\n');
  let ahead = 0;
  return {
    env: {
      LD_PRELOAD: library(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // Timers go on by the real clock.
      DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    async moveHours(hours) {
      ahead += hours;
      writeFileSync(file, `+${ahead}h\n`);
      // Processes look at the file once a second.
      await new Promise((resolve) => setTimeout(resolve, 1500));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function library(): string {
  for (const folder of existsSync('/usr/lib') ? readdirSync('/usr/lib') : []) {
    const path = join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1');
    if (existsSync(path)) return path;
  }
  throw new Error(
    'libfaketime is not installed, which moves the clock of a shop. On Debian: apt-get install faketime',
  );
}
