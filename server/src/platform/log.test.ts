import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const logModule = new URL('./log.ts', import.meta.url).href;
const lineModule = new URL('./request-line.ts', import.meta.url).href;

/** Runs the statements in a child process, because the log goes to stdout. Returns the parsed lines. */
function linesOf(level: string, statements: string): Record<string, unknown>[] {
  const code = `import { createLog } from '${logModule}'; const log = createLog({ logLevel: '${level}' }); ${statements}; log.flush();`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', code],
    { encoding: 'utf8', cwd: fileURLToPath(new URL('../../..', import.meta.url)) },
  );
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const secretNames = [
  'authorization',
  'password',
  'secret',
  'key',
  'token_secret',
  'cookie',
  'databaseUrl',
  'smtpUrl',
];

describe('log', () => {
  it('redacts secrets by name, at the top and one level down, and keeps the rest', () => {
    const secrets = JSON.stringify(Object.fromEntries(secretNames.map((name) => [name, 's3cr3t'])));
    const [line] = linesOf(
      'info',
      `log.info({ ...${secrets}, headers: ${secrets}, payment_id: 'pay_1' }, 'hello')`,
    );
    const redacted = Object.fromEntries(secretNames.map((name) => [name, '[redacted]']));
    expect(line).toMatchObject({ ...redacted, headers: redacted, payment_id: 'pay_1', msg: 'hello' });
    expect(JSON.stringify(line)).not.toContain('s3cr3t');
  });

  it('keeps all lines and their order when the process exits at once', () => {
    const lines = linesOf(
      'info',
      `const { createRequestLog } = await import('${lineModule}');
      const request = createRequestLog(log);
      const line = { method: 'GET', path: '/', status: 200, ms: 1, ip: '::1' };
      for (let n = 0; n < 100; n++) n % 2 ? log.info({ request_id: 'req_' + n }, 'own') : request({ ...line, request_id: 'req_' + n });
      process.exit(0)`,
    );
    expect(lines.map((line) => line['request_id'])).toEqual(
      Array.from({ length: 100 }, (_, n) => `req_${n}`),
    );
  });

  it('writes one JSON object per line with an ISO time and the level name, from the configured level up', () => {
    const lines = linesOf('warn', `log.info('no'); log.warn('yes'); log.error(new Error('boom'))`);
    expect(lines).toEqual([
      { level: 'warn', time: expect.stringMatching(/^\d{4}-.*Z$/), msg: 'yes' },
      expect.objectContaining({ level: 'error', msg: 'boom' }),
    ]);
  });
});
