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
      demo: false,
      trustProxy: false,
      logLevel: 'info',
      masterKeys: [],
      drainSeconds: 0,
      metricsPort: null,
      metricsHost: '127.0.0.1',
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
      walletFile: null,
      signers: { operator: null, solanaTreasury: null, solanaFeePayer: null },
      signerAccess: {
        deadlineMs: 10_000,
        tlsCert: null,
        tlsKey: null,
        tlsCa: null,
        googleCredentials: null,
        googleKmsUrl: 'https://cloudkms.googleapis.com',
        googleMetadataHost: 'metadata.google.internal',
      },
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

  it('reports all invalid settings at once, by name', () => {
    const problems = problemsOf({
      PORT: 'http',
      PUBLIC_URL: 'shop.example',
      DATABASE_URL: 'mysql://db',
      DATABASE_POOL_SIZE: '1',
      DEMO: 'maybe',
      TRUST_PROXY: 'everyone',
      LOG_LEVEL: 'loud',
      REDIS_URL: 'cache.example',
      SMTP_URL: 'mail.example',
      MAIL_FROM: 'everyone',
    });
    const named = problems.map((problem) => problem.split(' ', 1)[0]).sort();
    expect(named).toEqual([
      'DATABASE_POOL_SIZE',
      'DATABASE_URL',
      'DEMO',
      'LOG_LEVEL',
      'MAIL_FROM',
      'PORT',
      'PUBLIC_URL',
      'REDIS_URL',
      'SMTP_URL',
      'TRUST_PROXY',
    ]);
    for (const problem of problems) expect(new ConfigError(problems).message).toContain(problem);
  });

  it.each([
    ['PORT', ['0', '1', '65535'], ['-1', '65536', '4000.5', '0x10', ' ', '99999999999']],
    ['SIGN_UP', ['on', 'off'], ['1', 'yes', 'ON']],
    ['WEBHOOKS_ALLOW_PRIVATE', ['', '0', '1', 'true', 'false'], ['2', 'yes']],
    ['DRAIN_SECONDS', ['0', '300'], ['-1', '301', 'soon']],
    ['RETENTION_DAYS', ['2', '3650'], ['1', '3651', '0', 'forever']],
    ['MASTER_KEY', ['ab'.repeat(32)], ['ab', 'not a key', `${'ab'.repeat(32)},`]],
    [
      'RATES_SOURCES',
      ['none', 'coinbase,kraken'],
      ['kraken', 'coinbase,binance', 'kraken,kraken', 'none,kraken'],
    ],
    [
      'RATES_FIXED',
      ['ETH=3000', 'EUR=1.08,GBP=1.27000001'],
      [
        'ETH',
        'USD=1',
        'XYZ=1',
        'ETH=0',
        'ETH=0.0',
        'ETH=-1',
        'ETH=1e3',
        'ETH=0.000000001',
        'ETH=1,ETH=2',
        'ETH=NaN',
      ],
    ],
    [
      'OPERATOR_SIGNER',
      [
        'aws-kms:1234abcd-12ab-34cd-56ef-1234567890ab',
        'aws-kms:alias/operator',
        'aws-kms:arn:aws:kms:us-east-2:111122223333:key/mrk-1234abcd12ab34cd56ef1234567890ab',
        'gcp-kms:projects/a/locations/b/keyRings/c/cryptoKeys/d/cryptoKeyVersions/1',
        'https://signer.internal:9000',
        'https://signer.internal/path/#0x00000000000000000000000000000000000000Ad',
        'http://127.0.0.1:9000',
      ],
      [
        'file',
        'aws-kms:',
        'aws-kms:my key',
        'gcp-kms:projects/a/locations/b/keyRings/c/cryptoKeys/d',
        'http://signer.internal:9000',
        'https://user:word@signer.internal',
        'https://signer.internal/#key',
        'https://signer.internal/?key=1',
      ],
    ],
    [
      'SOLANA_TREASURY_SIGNER',
      ['aws-kms:alias/treasury'],
      ['https://signer.internal:9000', 'alias/treasury'],
    ],
    ['SIGNER_TIMEOUT_SECONDS', ['1', '20'], ['0', '21']],
    ['RATES_SPREAD_BPS', ['0', '1000'], ['-1', '1001', '0.5', '1%']],
    ['TOKENS_OFF', ['', 'DAI', 'DAI,ETH'], ['EUR', 'dai', 'DAI,DAI', 'all', 'DAI,']],
    ['TOKENS_ON', ['', 'BUSD'], ['DAI', 'BUSD,DAI', 'busd']],
    ['DATABASE_POOL_SIZE', ['2', '200'], ['1', '201', '0', 'ten']],
    [
      'PUBLIC_URL',
      ['https://pay.example', 'http://10.0.0.1:8080', 'https://pay.example/base/'],
      [
        'pay.example',
        'ftp://pay.example',
        'https://pay.example?x=1',
        'https://pay.example/#top',
        'https://user:word@pay.example',
        'https://:word@pay.example',
      ],
    ],
    [
      'DATABASE_URL',
      ['', 'postgres://localhost/x', 'postgresql://u:p@db:5433/x?sslmode=require'],
      ['localhost', 'postgres://', 'mysql://db/x', 'postgres://db:notaport/x'],
    ],
    [
      'REDIS_URL',
      ['', 'redis://cache.example', 'rediss://user:w%40rd@cache.example:6380/2', 'redis://:word@[::1]:6379'],
      [
        'cache.example',
        'redis://',
        'redis:///1',
        'http://cache.example',
        'redis://cache.example:0',
        'redis://cache.example/one',
        'redis://cache.example/1?family=6',
        'redis://u:%zz@cache.example',
      ],
    ],
    [
      'SMTP_URL',
      [
        '',
        'smtp://mail.example',
        'smtps://mail.example:465',
        'smtp://user:p%40ss%3A@10.0.0.1:587/',
        'smtp://user@[::1]:25',
      ],
      [
        'mail.example',
        'smtp://',
        'smtp:///x',
        'http://mail.example',
        'smtp://mail.example:notaport',
        'smtp://mail.example:0',
        'smtp://mail.example/path',
        'smtp://mail.example?tls.rejectUnauthorized=false',
        'smtp://mail.example#x',
        'smtp://:word@mail.example',
        'smtp://user:%zz@mail.example',
        'smtp://user:a%0d%0aQUIT@mail.example',
      ],
    ],
    [
      'MAIL_FROM',
      [
        'pay@shop.example',
        'Shop <pay@shop.example>',
        '"Shop, Inc." <pay@shop.example>',
        'no-reply@localhost',
        'Zoë <zoe@bücher.example>',
      ],
      [
        'shop',
        'pay@',
        'a@b.example, c@d.example',
        'a@b.example,c@d.example',
        'Shop <a@b.example>, c@d.example',
        'Shop: a@b.example;',
        'Shop <<a@b.example>>',
        'evil@a.example <a@b.example>',
        '"a" b <a@b.example>',
        'a b@shop.example',
        '"a b"@shop.example',
        'pay@[127.0.0.1]',
        'Shop\r\nBcc: x@y.example <a@b.example>',
        `${'x'.repeat(101)} <a@b.example>`,
        'zoë@shop.example',
        `${'a'.repeat(60)}@${'b.'.repeat(110)}example`,
      ],
    ],
    ['DEMO', ['', '0', '1', 'true', 'false'], ['2', 'yes please']],
    [
      'TRUST_PROXY',
      ['', '0', '1', '99', '10.0.0.1', '10.0.0.0/8, 2001:db8::/32', '::1'],
      [
        '-1',
        '1.5',
        'loopback',
        '10.0.0.0/33',
        '10.0.0.1,,10.0.0.2',
        '10.0.0.1;10.0.0.2',
        '100',
        '10/8',
        '0x7f.1',
      ],
    ],
    ['BASE_RPC_URL', ['', 'http://a', 'https://a/key,http://b:8545'], ['ws://a', 'a', 'http://a,,http://b']],
    ['CHAINS_FILE', [''], ['no/such/file.json']],
    ['ROUTING', ['on', 'off', ''], ['1', 'ON']],
    ['ROUTE_MAX_USD', ['1', '10000000'], ['0', '10000001', '1.5', 'x']],
    ['CCTP_URL', ['http://127.0.0.1:8545/attestations'], ['', 'circle.com', 'https://a:b@c', 'ftp://c']],
    ['LIFI', ['on', 'off', ''], ['1', 'ON']],
    ['LIFI_URL', ['https://li.quest'], ['', 'li.quest', 'https://li.quest?x=1']],
    ['LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], ['INFO', 'verbose', '']],
  ])('%s accepts valid values only', (name, good, bad) => {
    for (const text of good) expect(problemsOf({ [name]: text }), text).toEqual([]);
    for (const text of bad) expect(problemsOf({ [name]: text }), `${name}=${text}`).toHaveLength(1);
  });

  it('parses every setting', () => {
    const config = parseConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://pay.example/base//',
      DATA_DIR: 'somewhere',
      DATABASE_URL: 'postgres://db/x',
      DATABASE_POOL_SIZE: '30',
      DEMO: '1',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      LOG_LEVEL: 'debug',
      MASTER_KEY: `${'ab'.repeat(32)}, ${Buffer.alloc(32, 1).toString('base64')}`,
      DRAIN_SECONDS: '7',
      METRICS_PORT: '9100',
      METRICS_HOST: '10.0.0.5',
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
      LIFI_URL: 'https://lifi.example',
    });
    expect(config).toEqual({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://pay.example/base',
      dataDir: resolve('somewhere'),
      databaseUrl: 'postgres://db/x',
      databasePoolSize: 30,
      demo: true,
      trustProxy: ['10.0.0.0/8', '::1'],
      logLevel: 'debug',
      masterKeys: [Buffer.alloc(32, 0xab), Buffer.alloc(32, 1)],
      drainSeconds: 7,
      metricsPort: 9100,
      metricsHost: '10.0.0.5',
      retentionDays: 30,
      redisUrl: 'rediss://cache.example',
      smtpUrl: 'smtps://user:word@mail.example',
      mailFrom: { name: 'Shop, Inc.', address: 'pay@xn--bcher-kva.example' },
      operatorEmail: 'ops@pay.example',
      emailsPerDay: 0,
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
      walletFile: resolve('wallet.json'),
      signers: { operator: null, solanaTreasury: null, solanaFeePayer: null },
      signerAccess: parseConfig({}).signerAccess,
      rates: parseConfig({}).rates,
    });
    expect(parseConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(parseConfig({ TRUST_PROXY: '0' }).trustProxy).toBe(false);
    expect(parseConfig({ PORT: '5000' }).publicUrl).toBe('http://localhost:5000');
  });

  it.each(['mysql://shop:hunter2@db/x', 'postgres://shop:hunter2@db:notaport/x', 'shop:hunter2@db'])(
    'a password in DATABASE_URL is not repeated in the message (%s)',
    (url) => {
      const problems = problemsOf({ DATABASE_URL: url });
      expect(problems).toHaveLength(1);
      expect(problems.join()).not.toContain('hunter2');
    },
  );

  it.each(['http://shop:hunter2@cache', 'redis://shop:hunter2@cache:notaport', 'shop:hunter2@cache'])(
    'a password in REDIS_URL is not repeated in the message (%s)',
    (url) => {
      const problems = problemsOf({ REDIS_URL: url });
      expect(problems).toHaveLength(1);
      expect(problems.join()).not.toContain('hunter2');
    },
  );

  it.each(['http://shop:hunter2@mail', 'smtp://shop:hunter2@mail:notaport', 'shop:hunter2@mail'])(
    'a password in SMTP_URL is not repeated in the message (%s)',
    (url) => {
      const problems = problemsOf({ SMTP_URL: url });
      expect(problems).toHaveLength(1);
      expect(problems.join()).not.toContain('hunter2');
    },
  );
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
