import { resolve } from 'node:path';
import { clientSettings, parseConfig, readEnv } from '../config.ts';
import type { Environment } from '../environment.ts';
import { type DevCredentials, readCredentials } from '../identity/demo.ts';
import { isWellFormedKey } from '../merchants/key-format.ts';
import { type Api, type ApiOptions, createApi } from './api.ts';
import { type Options, UsageError, type Values } from './command.ts';

/** Options of every command that talks to the API. */
export const apiOptions = {
  'api-url': { type: 'string' },
  'api-key': { type: 'string' },
} as const satisfies Options;

export const apiHelp = [
  '--api-url URL  address of the API. Default: CAUSEWAY_API_URL, else the demo service of DATA_DIR, else',
  '               http://localhost:<PORT>/api/v1',
  '--api-key KEY  secret key. Default: CAUSEWAY_API_KEY, else the demo test key in DATA_DIR/dev-credentials.json',
];

/** The API that options and environment name, for the duration of the work. */
export async function withApi<T>(
  values: Values,
  environments: Environment[],
  hooks: Pick<ApiOptions, 'signal' | 'onWait'>,
  work: (api: Api) => Promise<T>,
): Promise<T> {
  const api = createApi({ ...(await target(values, environments)), ...hooks });
  try {
    return await work(api);
  } finally {
    await api.close();
  }
}

async function target(values: Values, environments: Environment[]): Promise<{ url: string; key: string }> {
  const env = readEnv([...Object.keys(clientSettings), 'PORT', 'DATA_DIR']);
  const dataDir = resolve(env['DATA_DIR'] ?? 'data');
  const givenKey = optional(values, 'api-key') ?? env['CAUSEWAY_API_KEY'];
  const demo = givenKey === undefined ? await demoCredentials(dataDir) : null;
  const key = givenKey ?? demo?.test_key;
  if (key === undefined) {
    throw new UsageError(
      `No API key. Pass a test key with --api-key or CAUSEWAY_API_KEY: there is no demo key in ${dataDir}/dev-credentials.json.`,
    );
  }
  assertKind(key, environments);
  const given = optional(values, 'api-url') ?? env['CAUSEWAY_API_URL'];
  if (given !== undefined) return { url: parseApiUrl(given), key };
  // The file names the port that was taken, also when it was a free one.
  return { url: demo?.base_url ?? `http://localhost:${parseConfig(env).port}/api/v1`, key };
}

/** A file that cannot be read is another user's: then there is no demo key to take. */
async function demoCredentials(dataDir: string): Promise<DevCredentials | null> {
  return readCredentials(dataDir).catch(() => null);
}

function assertKind(key: string, environments: Environment[]): void {
  const wanted = environments.map((environment) => `svc_${environment}_…`).join(' or ');
  const instead = `Pass a secret key (${wanted}) with --api-key or CAUSEWAY_API_KEY; "causeway keys create --env ${environments[0]}" makes one.`;
  if (key.startsWith('svc_pub_'))
    throw new UsageError(`This is a publishable key, which may not read events. ${instead}`);
  if (key.startsWith('svc_live_') && !environments.includes('live')) {
    throw new UsageError(
      `This is a live key, and this command works in the test environment alone. ${instead}`,
    );
  }
  if (!isWellFormedKey(key))
    throw new UsageError(`This is not an API key, or a part of it is missing or mistyped. ${instead}`);
}

function parseApiUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  if (!plain) {
    throw new UsageError(
      `The address of the API is "${text}" but must be like http://localhost:4000/api/v1: check --api-url or CAUSEWAY_API_URL.`,
    );
  }
  return text.replace(/\/+$/, '');
}

function optional(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
