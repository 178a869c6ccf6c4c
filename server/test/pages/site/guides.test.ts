import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultPublicLimits } from '../../../src/platform/http/context.ts';
import type { Guides } from '../../../src/platform/pages/guides.ts';
import { guides as sources } from '../../docs/blocks.ts';
import { call } from '../../support/call.ts';
import { serve } from '../../support/process.ts';
import { createDatabase, startTestService, type TestService } from '../../support/service.ts';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const guides: Guides = JSON.parse(read('web/dist/docs.json'));
const paths = Object.keys(guides.pages).map((slug) => `/docs/${slug}`);

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ publicLimits: { ...defaultPublicLimits, readsPerMinute: 1e6 } });
});
afterAll(() => service.stop());

const open = (path: string, headers: Record<string, string> = {}) =>
  call(service.url + path, 'GET', { headers });

describe('the guides', () => {
  it('are all there, in the navigation of each page', async () => {
    const listed = guides.groups.flatMap(({ pages }) => pages.map(({ slug }) => slug));
    expect(listed.length).toBeGreaterThanOrEqual(sources().length);
    const { status, text } = await open('/docs/quick-start');
    expect(status).toBe(200);
    for (const slug of listed) expect(text).toContain(`href="/docs/${slug}"`);
    expect(text).toContain('href="/docs/quick-start" aria-current="page"');
    expect(text).toContain('href="#next-steps"');
  });

  it('/docs leads to their overview, and a wrong address to a page that says so', async () => {
    const { status, headers } = await open('/docs');
    expect([status, headers.get('location')]).toEqual([302, '/docs/']);
    for (const path of ['/docs/nowhere', '/docs/constructor', '/docs/quick-start/', '/docs/..%2fREADME'])
      expect((await open(path)).status, path).toBe(404);
  });

  it('no link leads outside or nowhere', async () => {
    const pages = new Map<string, string>();
    for (const path of paths) pages.set(path, (await open(path)).text);
    const broken: string[] = [];
    const others = new Set<string>();
    for (const [path, text] of pages) {
      for (const [, href = ''] of text.matchAll(/\shref="([^"]+)"/g)) {
        const url = new URL(href.replaceAll('&amp;', '&'), `${service.ctx.config.publicUrl}${path}`);
        const target = pages.get(url.pathname);
        const anchored =
          url.hash === '' || target?.includes(` id="${decodeURIComponent(url.hash.slice(1))}"`);
        if (url.origin !== service.ctx.config.publicUrl || !anchored) broken.push(`${path}: ${href}`);
        else if (target === undefined) others.add(url.pathname);
      }
    }
    for (const path of others) {
      const { status, headers } = await open(path);
      // The dashboard sends visitors to its sign-in.
      const arrived = status === 302 ? await open(headers.get('location') ?? '') : { status };
      if (arrived.status !== 200) broken.push(path);
    }
    expect(broken).toEqual([]);
  });

  it('show the samples with the URL of this service', async () => {
    const elsewhere = await startTestService({ env: { PUBLIC_URL: 'https://pay.example/money' } });
    const { text } = await call(`${elsewhere.url}/docs/quick-start`, 'GET');
    await elsewhere.stop();
    expect(text).toContain('BASE=https://pay.example/money/api/v1');
    expect(text).toContain('href="/money/docs/testing#test-amounts"');
    expect(text).not.toMatch(/localhost:4000|%site%/);
  });

  it('leave no sign of Markdown where words are', () => {
    for (const [slug, { body }] of Object.entries(guides.pages)) {
      const words = body.replace(/<(pre|code)\b.*?<\/\1>/gs, '').replace(/<[^>]+>/g, '');
      expect(words.match(/\*\*|`|\]\(|^\s*(#|-|\|) .*/m)?.[0], slug).toBeUndefined();
    }
  });

  it('are not loaded again while they have not changed', async () => {
    const { headers } = await open('/docs/payments');
    expect(headers.get('cache-control')).toBe('no-cache');
    const again = await open('/docs/payments', { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('have no inline script or style, and their policy allows none', async () => {
    const { headers, text } = await open('/docs/');
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
  });

  it('are there in the built service, started from another folder; not without the built pages', async () => {
    const database = await createDatabase();
    const env = { DATABASE_URL: database.url, PORT: '0', MASTER_KEY: 'ab'.repeat(32) };
    const built = await serve(env, [], tmpdir());
    const answer = await call(`${built.url}/docs/changelog`, 'GET');
    expect(await built.end('SIGTERM')).toBe(0);
    await database.drop();
    expect(answer.text).toBe((await open('/docs/changelog')).text);
    const bare = await startTestService({ webDir: tmpdir() });
    expect((await call(`${bare.url}/docs/changelog`, 'GET')).status).toBe(503);
    await bare.stop();
  });
});

describe('the changelog', () => {
  it('tells the history of the API', async () => {
    const { text } = await open('/docs/changelog');
    const months = [...text.matchAll(/<h3 id="[^"]*">(\d{4}-\d{2})<\/h3>/g)].map((match) => match[1]);
    expect(months).toEqual(['2026-02', '2026-01', '2025-11', '2025-10', '2025-09']);
    expect(text).toMatch(/<strong>Breaking:<\/strong> invoices begin as drafts/);
  });
});

describe('the API reference', () => {
  it('shows every operation, field and error code of the OpenAPI document', async () => {
    const { json } = await open('/api/v1/openapi.json');
    const overview = (await open('/docs/api')).text;
    const pages = [
      ...new Set([...overview.matchAll(/href="(\/docs\/api\/[\w-]+)/g)].map(([, path = '']) => path)),
    ];
    const text = (await Promise.all(pages.map(async (path) => (await open(path)).text))).join('');
    for (const [path, methods] of Object.entries<Record<string, { operationId: string }>>(json.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const [, section = ''] = text.split(`<h3 id="${operation.operationId}">`);
        expect(section).toContain(`${method.toUpperCase()}</span> <code>${path}</code>`);
        expect(overview, 'older links lead to its line').toContain(`<li id="${operation.operationId}">`);
      }
    }
    for (const [name, schema] of Object.entries<{ properties: object }>(json.components.schemas)) {
      const [, section = ''] = text.split(`<h3 id="${name}">`);
      for (const field of Object.keys(schema.properties)) expect(section).toContain(`<code>${field}</code>`);
    }
    expect(text).toContain('<code>DUPLICATE_REFERENCE</code>');
  });

  it('takes less than 50 kB to show, and nothing is sent again until it changes', async () => {
    const { headers, text } = await open('/docs/api/payments');
    const again = await open('/docs/api/payments', { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(headers.get('content-encoding')).toMatch(/br|gzip/);
    const loaded = [...text.matchAll(/<(?:script|link)[^>]*\s(?:src|href)="(\/assets\/[^"]+)"/g)];
    expect(loaded.length).toBeGreaterThan(1);
    for (const [, path = ''] of loaded)
      expect((await open(path)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    let bytes = 0;
    for (const path of ['/docs/api/payments', ...loaded.map(([, path = '']) => path)])
      bytes += Number((await fetch(service.url + path, { method: 'HEAD' })).headers.get('content-length'));
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThan(50_000);
  });
});
