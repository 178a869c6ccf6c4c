import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../support/free-port.ts';
import { type RunningService, serve } from '../support/process.ts';
import { root } from './blocks.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** Somebody new, in a clone of the repository, beside a service that was started there. */
export interface Reader {
  service: RunningService;
  /** The clone's folder. */
  folder: string;
  /** Where the guides say 4500, and where they say 4600. Where they say 4700 and 8545 are other free ports. */
  receiverPort: number;
  shopPort: number;
  /** What is written in a guide, with the addresses of this machine. */
  here(text: string): string;
  openTerminal(): Terminal;
  /** Runs a module of JavaScript or TypeScript in the folder and gives what it printed. */
  runModule(code: string, env: Record<string, string>): Promise<string>;
  leave(): Promise<void>;
}

export async function welcomeReader(): Promise<Reader> {
  const base = mkdtempSync(join(tmpdir(), 'causeway-docs-'));
  chmodSync(base, 0o755);
  const folder = join(base, 'clone');
  for (const name of ['clone', 'bin', 'home']) mkdirSync(join(base, name));
  for (const name of ['server', 'sdk', 'cli', 'examples', 'node_modules'])
    symlinkSync(root + name, join(folder, name));
  writeNpm(join(base, 'bin/npm'));
  const dataDir = join(folder, 'data');
  const service = await serve({ DATA_DIR: dataDir, PORT: '0' });
  const [receiverPort, shopPort] = [await freePort(), await freePort()];
  const [livePort, devnetPort] = [await freePort(), await freePort()];
  const env = {
    PATH: `${join(base, 'bin')}:${process.env['PATH']}`,
    HOME: join(base, 'home'),
    SHOP_PORT: String(shopPort),
    SHOP_DATA: join(base, 'shop.json'),
  };
  let terminals = 0;
  return {
    service,
    folder,
    receiverPort,
    shopPort,
    here: (text) =>
      text
        .replaceAll('http://localhost:4000', service.url)
        .replace(/\b4500\b/g, String(receiverPort))
        .replace(/\b4600\b/g, String(shopPort))
        .replace(/\b4700\b/g, String(livePort))
        .replace(/\b8545\b/g, String(devnetPort)),
    openTerminal: () => openTerminal(folder, join(base, `notes-${++terminals}`), env),
    async runModule(code, more) {
      const file = join(folder, `module-${++terminals}.mts`);
      writeFileSync(file, code);
      return runNode([file], folder, { ...env, ...more });
    },
    async leave() {
      await service.end('SIGTERM');
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/**
 * The two scripts that guides name, without the build in front of them: other tests run what is built at the same time.
 */
function writeNpm(path: string): void {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const commandOf = (name: string) => {
    const [, command] = /&& exec (node .+)$/.exec(scripts[name]) ?? [];
    if (!command) throw new Error(`The script "${name}" in package.json does not end in "&& exec node …".`);
    return command;
  };
  const text = `#!/bin/sh
    case "$*" in
      "run --silent causeway -- "*) shift 4; exec ${commandOf('causeway')} "$@" ;;
      "run --silent shop" | "run shop") exec ${commandOf('shop')} ;;
      *) echo "The tests know no 'npm $*'. Add it to server/test/docs/reader.ts." >&2; exit 64 ;;
    esac\n`;
  writeFileSync(path, text, { mode: 0o755 });
}

function runNode(args: string[], cwd: string, env: Record<string, string>): Promise<string> {
  const tsx = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href;
  const child = spawn(process.execPath, ['--import', tsx, ...args], { cwd, env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  return new Promise((resolve, reject) =>
    child.once('close', (code) => (code === 0 ? resolve(printed) : reject(new Error(printed)))),
  );
}
