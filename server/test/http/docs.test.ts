import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/call.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Follows redirects within the service; says where it ended. */
async function open(path: string): Promise<{ url: string; answer: Awaited<ReturnType<typeof call>> }> {
  let url = new URL(path, service.url);
  for (let hops = 0; hops < 3; hops++) {
    const answer = await call(url.href, 'GET');
    const location = answer.headers.get('location');
    if (location === null) return { url: url.href, answer };
    url = new URL(location, url);
    expect(url.origin).toBe(service.url);
  }
  throw new Error(`${path} redirects in circles`);
}

describe('/docs', () => {
  it('is an HTML page, without a key', async () => {
    const { answer } = await open('/docs');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.text).toContain('/api/v1/openapi.json');
  });

  it('has no inline script, and its policy allows none', async () => {
    const { answer } = await open('/docs');
    const scripts = /script-src ([^;]+)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    expect(scripts).toBe("'self'");
    expect([...answer.text.matchAll(/<script(?![^>]*\ssrc=)/gi)]).toEqual([]);
  });

  it('everything it references comes from this service', async () => {
    const { url, answer } = await open('/docs');
    const references = [
      ...answer.text.matchAll(/<(?:script|link|img|iframe)\b[^>]*?\s(?:src|href)=["']([^"']+)["']/gi),
    ]
      .map((match) => match[1] ?? '')
      .filter((reference) => !reference.startsWith('data:'));
    expect(references.length, 'the page loads at least its script').toBeGreaterThan(0);
    for (const reference of references) {
      const target = new URL(reference, url);
      expect(target.origin, reference).toBe(service.url);
      expect((await call(target.href, 'GET')).status, reference).toBe(200);
    }
  });

  it('names no other host in src, href or its configuration', async () => {
    const { answer } = await open('/docs');
    const outside = [
      ...answer.text.matchAll(/(?:src|href|url|"url":)\s*[=(]?\s*["']?((?:https?:)?\/\/[^"'\s)<>]+)/gi),
    ];
    expect(outside.map((match) => match[1])).toEqual([]);
  });
});
