import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

function problemsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('settings that cannot be used', () => {
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
    ['SETTLER_GAS_BPS', ['0', '2000'], ['-1', '2001', '1%']],
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

  it.each([
    [
      'DATABASE_URL',
      ['mysql://shop:hunter2@db/x', 'postgres://shop:hunter2@db:notaport/x', 'shop:hunter2@db'],
    ],
    ['REDIS_URL', ['http://shop:hunter2@cache', 'redis://shop:hunter2@cache:notaport', 'shop:hunter2@cache']],
    ['SMTP_URL', ['http://shop:hunter2@mail', 'smtp://shop:hunter2@mail:notaport', 'shop:hunter2@mail']],
  ])('do not repeat a password in %s in the message', (name, urls) => {
    for (const url of urls) {
      const problems = problemsOf({ [name]: url });
      expect(problems, url).toHaveLength(1);
      expect(problems.join()).not.toContain('hunter2');
    }
  });
});

describe('screening', () => {
  const secret = `whsec_${'a'.repeat(32)}`;
  it.each([
    [{ SCREENING_URL: 'https://screen.example' }, 'SCREENING_URL and SCREENING_SECRET'],
    [{ SCREENING_SECRET: secret }, 'SCREENING_URL and SCREENING_SECRET'],
    [{ SCREENING_URL: 'https://screen.example', SCREENING_SECRET: 'whsec_short' }, 'SCREENING_SECRET is "…"'],
    [{ SCREENING_ORACLE: 'solana=0x00000000000000000000000000000000000000dA' }, 'SCREENING_ORACLE'],
    [{ SCREENING_ORACLE: 'base=0x12' }, 'SCREENING_ORACLE'],
    [{ SCREENING_DOWN: 'maybe' }, 'SCREENING_DOWN'],
  ])('refuses %j', (env, problem) => {
    expect(problemsOf(env)).toContainEqual(expect.stringContaining(problem));
  });
});
