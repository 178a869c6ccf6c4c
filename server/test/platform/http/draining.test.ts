import { afterAll, expect, it } from 'vitest';
import { makeDataDir, serve, until } from '../../support/process.ts';

const data = makeDataDir();
afterAll(() => data.remove());

it('after SIGTERM requests are served on connections that then close, readiness fails, and the process ends', async () => {
  const service = await serve({ DATA_DIR: data.path, PORT: '0', DRAIN_SECONDS: '4' });
  const ended = service.end('SIGTERM');
  await until(() => service.output().includes('draining'), 60_000, service.output);
  const ready = await fetch(`${service.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.text()).toContain('This process is stopping');
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  const made = await fetch(`${service.url}/api/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.testKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '10.00', currency: 'USD' }),
  });
  expect(made.status).toBe(201);
  expect(made.headers.get('connection')).toBe('close');
  expect(await ended).toBe(0);
});

it('after SIGINT it ends without waiting', async () => {
  const service = await serve({ DATA_DIR: data.path, PORT: '0', DRAIN_SECONDS: '300' });
  expect(await service.end('SIGINT')).toBe(0);
});
