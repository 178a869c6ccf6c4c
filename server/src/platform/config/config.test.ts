import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigError, parseConfig, readEnv } from './config.ts';
import { settings } from './settings.ts';

function problemsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('parseConfig', () => {
  it('defaults to localhost, port 4000 and the embedded Postgres', () => {
    expect(parseConfig({})).toEqual({
      port: 4000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:4000',
      dataDir: null,
      databaseUrl: null,
      databasePoolSize: 12,
      databaseReplicaUrl: null,
      demo: false,
      trustProxy: false,
      logLevel: 'info',
      masterKeys: [],
      drainSeconds: 0,
      metricsPort: null,
      metricsHost: '127.0.0.1',
      otlpEndpoint: null,
      retentionDays: 90,
      redisUrl: null,
      smtpUrl: null,
      mailFrom: { name: null, address: 'no-reply@localhost' },
      operatorEmail: null,
      emailsPerDay: 2000,
      signUp: true,
      webhooksAllowPrivate: true,
      chains: {},
      quorumAboveUsd: 1000,
      coldOwnerAboveUsd: 1000,
      solanaReceiptAboveUsd: 0,
      solanaCold: null,
      screening: { url: null, secret: null, oracles: {}, passesWhenDown: false },
      walletFile: null,
      signers: { operator: null, settler: null, solanaTreasury: null, solanaFeePayer: null },
      signerAccess: {
        deadlineMs: 10_000,
        tlsCert: null,
        tlsKey: null,
        tlsCa: null,
        googleCredentials: null,
        googleKmsUrl: 'https://cloudkms.googleapis.com',
        googleMetadataHost: 'metadata.google.internal',
      },
      settlerGasBps: 100,
      rates: { fixed: {}, spreadBps: 0, sources: ['coinbase', 'kraken', 'chainlink'], tokensOff: ['BUSD'] },
      routing: {
        on: true,
        maxUsd: 10_000,
        cctpUrl: 'https://iris-api.circle.com',
        lifi: false,
        lifiUrl: 'https://li.quest',
      },
    });
  });

  it('reads how live prices are made; BUSD is off unless it is turned on', () => {
    const env = {
      RATES_FIXED: 'EUR=1.08, BUSD = 1',
      RATES_SPREAD_BPS: '25',
      RATES_SOURCES: 'kraken, coinbase',
      TOKENS_OFF: 'DAI,AVAX',
    };
    expect(parseConfig(env).rates).toEqual({
      fixed: { EUR: '1.08', BUSD: '1' },
      spreadBps: 25,
      sources: ['coinbase', 'kraken'],
      tokensOff: ['DAI', 'AVAX', 'BUSD'],
    });
    expect(parseConfig({ TOKENS_ON: 'BUSD', TOKENS_OFF: 'DAI' }).rates.tokensOff).toEqual(['DAI']);
    expect(parseConfig({ RATES_SOURCES: 'none' }).rates.sources).toEqual([]);
    expect(problemsOf({ TOKENS_ON: 'BUSD', TOKENS_OFF: 'BUSD' })).toEqual([
      'TOKENS_OFF and TOKENS_ON both name BUSD',
    ]);
  });

  it('allows test webhooks to private addresses with the embedded Postgres, or if the operator allows it', () => {
    const DATABASE_URL = 'postgres://db.example/causeway';
    const allowed = (env: Record<string, string>) => parseConfig(env).webhooksAllowPrivate;
    expect(allowed({})).toBe(true);
    expect(allowed({ DATABASE_URL })).toBe(false);
    expect(allowed({ WEBHOOKS_ALLOW_PRIVATE: '0' })).toBe(false);
    expect(allowed({ DATABASE_URL, WEBHOOKS_ALLOW_PRIVATE: '1' })).toBe(true);
  });

  it('sign-up defaults to on with the embedded Postgres and to off with an external one', () => {
    const DATABASE_URL = 'postgres://db.example/causeway';
    expect(parseConfig({}).signUp).toBe(true);
    expect(parseConfig({ DATABASE_URL }).signUp).toBe(false);
    expect(parseConfig({ SIGN_UP: 'off' }).signUp).toBe(false);
    expect(parseConfig({ DATABASE_URL, SIGN_UP: 'on' }).signUp).toBe(true);
  });

  it('parses every setting', () => {
    const config = parseConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://pay.example/base//',
      DATA_DIR: 'somewhere',
      DATABASE_URL: 'postgres://db/x',
      DATABASE_POOL_SIZE: '30',
      DATABASE_REPLICA_URL: 'postgres://standby/x',
      DEMO: '1',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      LOG_LEVEL: 'debug',
      MASTER_KEY: `${'ab'.repeat(32)}, ${Buffer.alloc(32, 1).toString('base64')}`,
      DRAIN_SECONDS: '7',
      METRICS_PORT: '9100',
      METRICS_HOST: '10.0.0.5',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.6:4318/',
      RETENTION_DAYS: '30',
      REDIS_URL: 'rediss://cache.example',
      SMTP_URL: 'smtps://user:word@mail.example',
      MAIL_FROM: '"Shop, Inc." <pay@bücher.example>',
      WEBHOOKS_ALLOW_PRIVATE: '1',
      BASE_RPC_URL: 'https://one.example/key, http://two.example',
      WALLET_FILE: 'wallet.json',
      EMAILS_PER_DAY: '0',
      OPERATOR_EMAIL: 'ops@pay.example',
      ROUTING: 'off',
      ROUTE_MAX_USD: '500',
      CCTP_URL: 'http://127.0.0.1:8545/attestations/',
      LIFI: 'on',
      SETTLER_GAS_BPS: '50',
      LIFI_URL: 'https://lifi.example',
      SCREENING_URL: 'https://screen.example',
      SCREENING_SECRET: `whsec_${'a'.repeat(32)}`,
      SCREENING_ORACLE: 'chainalysis, base=0x00000000000000000000000000000000000000dA',
      SCREENING_DOWN: 'pass',
    });
    expect(config).toEqual({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://pay.example/base',
      dataDir: resolve('somewhere'),
      databaseUrl: 'postgres://db/x',
      databasePoolSize: 30,
      databaseReplicaUrl: 'postgres://standby/x',
      demo: true,
      trustProxy: ['10.0.0.0/8', '::1'],
      logLevel: 'debug',
      masterKeys: [Buffer.alloc(32, 0xab), Buffer.alloc(32, 1)],
      drainSeconds: 7,
      metricsPort: 9100,
      metricsHost: '10.0.0.5',
      otlpEndpoint: 'http://10.0.0.6:4318',
      retentionDays: 30,
      redisUrl: 'rediss://cache.example',
      smtpUrl: 'smtps://user:word@mail.example',
      mailFrom: { name: 'Shop, Inc.', address: 'pay@xn--bcher-kva.example' },
      operatorEmail: 'ops@pay.example',
      emailsPerDay: 0,
      settlerGasBps: 50,
      signUp: false,
      routing: {
        on: false,
        maxUsd: 500,
        cctpUrl: 'http://127.0.0.1:8545/attestations',
        lifi: true,
        lifiUrl: 'https://lifi.example',
      },
      webhooksAllowPrivate: true,
      chains: { base: { rpcUrls: ['https://one.example/key', 'http://two.example'] } },
      quorumAboveUsd: 1000,
      coldOwnerAboveUsd: 1000,
      solanaReceiptAboveUsd: 0,
      solanaCold: null,
      screening: {
        url: 'https://screen.example',
        secret: `whsec_${'a'.repeat(32)}`,
        oracles: expect.objectContaining({
          base: '0x00000000000000000000000000000000000000dA',
          bsc: '0x40C57923924B5c5c5455c48D93317139ADDaC8fb',
        }),
        passesWhenDown: true,
      },
      walletFile: resolve('wallet.json'),
      signers: { operator: null, settler: null, solanaTreasury: null, solanaFeePayer: null },
      signerAccess: parseConfig({}).signerAccess,
      rates: parseConfig({}).rates,
    });
    expect(parseConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(parseConfig({ TRUST_PROXY: '0' }).trustProxy).toBe(false);
    expect(parseConfig({ PORT: '5000' }).publicUrl).toBe('http://localhost:5000');
  });
});

describe('MAIL_FROM, if not set', () => {
  it.each([
    ['https://pay.shop.example/base', 'no-reply@pay.shop.example'],
    ['http://localhost:4000', 'no-reply@localhost'],
    ['http://10.0.0.1:8080', 'no-reply@localhost'],
    ['http://[::1]:8080', 'no-reply@localhost'],
  ])('is an address at the host of %s', (publicUrl, address) => {
    expect(parseConfig({ PUBLIC_URL: publicUrl }).mailFrom).toEqual({ name: null, address });
  });
});

describe('readEnv', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('reads only settings, trims them and ignores blank ones', () => {
    vi.stubEnv('PORT', ' 4100 ');
    vi.stubEnv('HOST', '   ');
    vi.stubEnv('NOT_A_SETTING', 'x');
    const env = readEnv();
    expect(env['PORT']).toBe('4100');
    expect(Object.keys(env)).not.toContain('HOST');
    expect(Object.keys(env)).not.toContain('NOT_A_SETTING');
  });
});

describe('documentation of the settings', () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const names = Object.keys(settings).sort();

  it('.env.example lists exactly the settings', () => {
    const text = readFileSync(`${root}.env.example`, 'utf8');
    const listed = [...text.matchAll(/^#?\s?([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1]);
    expect(listed.sort()).toEqual(names);
  });

  it('README and the guides name every setting', () => {
    const guides = readdirSync(`${root}docs`).filter((name) => name.endsWith('.md'));
    const paths = [`${root}README.md`, ...guides.map((name) => `${root}docs/${name}`)].filter(existsSync);
    const text = paths.map((path) => readFileSync(path, 'utf8')).join('\n');
    expect(names.filter((name) => !text.includes(`\`${name}`))).toEqual([]);
  });
});
