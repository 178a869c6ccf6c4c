import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packMedusa } from '../../../scripts/medusa.ts';

const exec = promisify(execFile);
const plugin = fileURLToPath(new URL('../../', import.meta.url));
const installed = 'node_modules/installed';

/**
 * A folder with Medusa, from the registry and by the lockfile, and the plug-in as its package. 740 MB and minutes, so it is kept
 * between runs: in MEDUSA_CACHE, or else among temporary files.
 */
export async function installMedusa(): Promise<string> {
  const lock = readFileSync(join(plugin, 'package-lock.json'));
  const version = createHash('sha256').update(lock).digest('hex').slice(0, 12);
  const folder = join(process.env['MEDUSA_CACHE'] ?? tmpdir(), `causeway-medusa-${version}`);
  if (!existsSync(join(folder, installed))) await installPackages(folder);
  for (const file of ['medusa-config.js', 'seed.js'])
    cpSync(join(plugin, 'test/shop', file), join(folder, file));
  const own = join(folder, 'node_modules/@causeway/medusa');
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  await exec('tar', ['-xzf', packMedusa(), '-C', own, '--strip-components=1']);
  return folder;
}

async function installPackages(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { devDependencies, peerDependencies } = JSON.parse(
    readFileSync(join(plugin, 'package.json'), 'utf8'),
  );
  // Without the plug-in's own name, which would resolve to this folder.
  const manifest = { name: 'shop', version: '0.1.0', private: true, devDependencies, peerDependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  cpSync(join(plugin, 'package-lock.json'), join(folder, 'package-lock.json'));
  await exec('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    maxBuffer: 1e8,
  }).catch((error) => {
    throw new Error(
      `Medusa could not be installed into ${folder}: the registry must be reachable.\n${error.stderr}`,
    );
  });
  writeFileSync(join(folder, installed), '');
}
