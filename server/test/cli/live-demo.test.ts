import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isProblem, settingsOf } from '../../src/cli/devnet-service.ts';
import { parseConfig } from '../../src/platform/config/config.ts';
import { settings } from '../../src/platform/config/settings.ts';
import { cleanEnv } from '../support/process.ts';

const src = new URL('../../src/', import.meta.url);
const chainsFile = { base: { rpc_urls: ['http://127.0.0.1:8545/base'], confirmations: 3 } };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-live-demo-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program prints that imports these names of a source file. */
function printed(names: string, file: string, code: string, env: NodeJS.ProcessEnv): string {
  const program = `import { ${names} } from '${new URL(file, src)}'; ${code}`;
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout;
}

describe('causeway devnet --with-service', () => {
  it('takes no setting from the .env or the environment of a service that moves real money', () => {
    const demo = settingsOf(chainsFile, folder, '4700', { PATH: process.env['PATH'], LIFI: 'on' });
    const real = Object.keys(settings).map((name) => `${name}=https://real.example`);
    writeFileSync(join(folder, '.env'), real.join('\n'));
    const read = JSON.parse(
      printed('readEnv', 'platform/config/config.ts', 'console.log(JSON.stringify(readEnv()))', demo),
    );
    expect(Object.keys(read).sort()).toEqual([
      'CHAINS_FILE',
      'DATA_DIR',
      'LOG_LEVEL',
      'PORT',
      'RATES_FIXED',
      'RATES_SOURCES',
      'SETTLER_GAS_BPS',
      'WALLET_FILE',
    ]);
    const { chains } = parseConfig(read);
    expect(chains).toEqual({ base: expect.objectContaining({ rpcUrls: chainsFile.base.rpc_urls }) });
    expect(JSON.stringify(read)).not.toContain('real.example');
  });
});

describe('lines of the log', () => {
  const lines = () =>
    printed(
      'createLog',
      'platform/log.ts',
      "const log = createLog({ logLevel: 'info' }); for (const level of ['info', 'warn', 'error', 'fatal']) log[level]({ level_of: level }, 'said');",
      cleanEnv({}),
    )
      .trim()
      .split('\n');

  it('of warnings and errors are shown by the live demo, and others are not', () => {
    expect(lines().map(isProblem)).toEqual([false, true, true, true]);
  });

  it('of errors are found by what the guide of alerts searches for', () => {
    const guide = readFileSync(new URL('../../../docs/alerts.md', import.meta.url), 'utf8');
    const patterns = [...guide.matchAll(/"level":[^`'\s]+/g)].map(([pattern]) => pattern);
    expect(patterns.length).toBeGreaterThan(2);
    const [, , error = ''] = lines();
    expect(patterns.filter((pattern) => !new RegExp(pattern).test(error))).toEqual([]);
  });
});
