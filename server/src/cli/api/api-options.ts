import { resolve } from 'node:path';
import type { Environment } from '../../lib/environment.ts';
import { isWellFormedKey } from '../../merchants/keys/key-format.ts';
import { type DevCredentials, readCredentials } from '../../merchants/members/demo.ts';
import { parseConfig, readEnv } from '../../platform/config/config.ts';
import { clientSettings } from '../../platform/config/settings.ts';
import { type Options, UsageError, type Values } from '../command.ts';
import type { Api, ApiOptions } from './api.ts';

/** Options of all commands that call the API. */
export const apiOptions = {
  'api-url': { type: 'string' },
  'api-key': { type: 'string' },
} as const satisfies Options;

export const apiHelp = [
  '--api-url URL  URL of the API. Default: CAUSEWAY_API_URL, otherwise the demo service in DATA_DIR, otherwise',
  '               http://localhost:<PORT>/api/v1',
  '--api-key KEY  secret key. Default: CAUSEWAY_API_KEY, otherwise the demo test key in DATA_DIR/dev-credentials.json',
];

/** Runs `work` with a client for the API that options and environment select, then closes it. */
export async function withApi<T>(
  values: Values,
  environments: Environment[],
  hooks: Pick<ApiOptions, 'signal' | 'onWait'>,
  work: (api: Api) => Promise<T>,
): Promise<T> {
  const { url, key } = await apiTarget(values, environments);
  // On demand: the HTTP client takes half of the time to start, and neither help nor a mistake in the arguments needs it.
  const { createApi } = await import('./api.ts');
  const api = createApi({ url, key, ...hooks });
  try {
    return await work(api);
  } finally {
    await api.close();
  }
}

/** The API and the key that options and environment select. */
export async function apiTarget(
  values: Values,
  environments: Environment[],
): Promise<{ url: string; key: string }> {
  const env = readEnv([...Object.keys(clientSettings), 'PORT', 'DATA_DIR']);
  const dataDir = resolve(env['DATA_DIR'] ?? 'data');
  const givenKey = optional(values, 'api-key') ?? env['CAUSEWAY_API_KEY'];
  const demo = givenKey === undefined ? await demoCredentials(dataDir) : null;
  const key = givenKey ?? demo?.test_key;
  if (key === undefined) {
    throw new UsageError(
      `No API key. Pass a test key with --api-key or CAUSEWAY_API_KEY. There is no demo key in ${dataDir}/dev-credentials.json.`,
    );
  }
  assertKind(key, environments);
  const given = optional(values, 'api-url') ?? env['CAUSEWAY_API_URL'];
  if (given !== undefined) return { url: parseApiUrl(given), key };
  // The file has the actual port, even with PORT=0.
  return { url: demo?.base_url ?? `http://localhost:${parseConfig(env).port}/api/v1`, key };
}

/** The file may belong to another user and be unreadable; that counts as no demo key. */
async function demoCredentials(dataDir: string): Promise<DevCredentials | null> {
  return readCredentials(dataDir).catch(() => null);
}

function assertKind(key: string, environments: Environment[]): void {
  const wanted = environments.map((environment) => `svc_${environment}_…`).join(' or ');
  const instead = `Pass a secret key (${wanted}) with --api-key or CAUSEWAY_API_KEY. Create one in the dashboard under Developers, or on the server with "causeway keys create --env ${environments[0]}".`;
  if (key.startsWith('svc_pub_'))
    throw new UsageError(`This is a publishable key, which cannot read events. ${instead}`);
  if (key.startsWith('svc_live_') && !environments.includes('live')) {
    throw new UsageError(`This is a live key, but this command works only in test mode. ${instead}`);
  }
  if (!isWellFormedKey(key))
    throw new UsageError(`This is not a valid API key. Check for missing or mistyped characters. ${instead}`);
}

function parseApiUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  if (!plain) {
    throw new UsageError(
      `"${text}" is not a valid API URL. Set --api-url or CAUSEWAY_API_URL to one such as http://localhost:4000/api/v1.`,
    );
  }
  return text.replace(/\/+$/, '');
}

function optional(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
