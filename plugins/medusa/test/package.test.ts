import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { packMedusa } from '../../scripts/medusa.ts';
import { installMedusa } from './support/install.ts';

const exec = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await installMedusa();
});

it('its types are those of the framework', async () => {
  const config = {
    extends: join(root, 'plugins/medusa/tsconfig.json'),
    compilerOptions: {
      paths: {
        '@medusajs/framework/*': [join(folder, 'node_modules/@medusajs/framework/dist/*/index.d.ts')],
      },
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [join(root, 'plugins/medusa/src')],
  };
  const path = join(folder, 'tsconfig.json');
  writeFileSync(path, JSON.stringify(config));
  const { stdout } = await exec(join(root, 'node_modules/.bin/tsc'), ['-p', path]).catch((error) => error);
  expect(stdout).toBe('');
});

it('is small, and needs the framework only', () => {
  expect(statSync(packMedusa()).size).toBeLessThan(25 * 1024);
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(folder, 'node_modules/@causeway/medusa/package.json'), 'utf8'),
  );
  expect(dependencies).toBeUndefined();
  expect(Object.keys(peerDependencies)).toEqual(['@medusajs/framework']);
});

it.each([
  [{ url: 'pay.example.com' }, 'url must be the URL of your Causeway'],
  [{ apiKey: 'svc_pub_1' }, 'apiKey must be a secret key'],
  [{ webhookSecret: undefined }, 'webhookSecret must be'],
  [{ webhookSecret: [] }, 'webhookSecret must be'],
])('options with %j are refused with what to change', (wrong, text) => {
  const { default: made } = createRequire(join(folder, 'package.json'))('@causeway/medusa');
  const right = { url: 'https://pay.example.com', apiKey: 'svc_test_1', webhookSecret: 'whsec_dGVzdA==' };
  const [provider] = made.services;
  expect(() => provider.validateOptions(right)).not.toThrow();
  expect(() => provider.validateOptions({ ...right, ...wrong })).toThrow(text);
});
