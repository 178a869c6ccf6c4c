import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../src/http/markdown.ts';
import { call } from '../support/call.ts';
import { serve } from '../support/process.ts';
import { createDatabase, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const open = () => call(`${service.url}/docs/changelog`, 'GET');
const source = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');

describe('/docs/changelog', () => {
  it('is the changelog as a page, without a key and without a script', async () => {
    const { status, headers, text } = await open();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<h1>Changelog</h1>');
    expect(text).not.toMatch(/<script|href="javascript:|<[^>]*\son\w+=/i);
    for (const [, heading = ''] of source.matchAll(/^## (.+)$/gm)) expect(text).toContain(`>${heading}</h2>`);
  });

  it('tells the history of the API', async () => {
    const { text } = await open();
    const months = [...text.matchAll(/<h3>(\d{4}-\d{2})<\/h3>/g)].map((match) => match[1]);
    expect(months).toEqual(['2026-02', '2026-01', '2025-11', '2025-10', '2025-09']);
    expect(text).toMatch(/<strong>Breaking:<\/strong> invoices begin as drafts/);
  });

  it('leaves no sign of Markdown where words are', async () => {
    const { text } = await open();
    const words = text.replace(/<style>.*?<\/style>|<code>.*?<\/code>/gs, '').replace(/<[^>]+>/g, '');
    expect(words).not.toMatch(/\*\*|`|\]\(|^\s*(#|-|\|) /m);
  });

  it('lets nothing in but its own style', async () => {
    const { headers, text } = await open();
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${digest}'`);
    expect(policy).not.toMatch(/unsafe|script-src|https?:/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).not.toMatch(/\sstyle=|\ssrc=/);
  });

  it('is linked from the API reference and links back', async () => {
    const { json } = await call(`${service.url}/api/v1/openapi.json`, 'GET');
    expect(json.info.description).toContain('](/docs/changelog)');
    const back = /<nav[^>]*><a href="([^"]+)"/.exec((await open()).text)?.[1] ?? '';
    expect((await call(`${service.url}${back}`, 'GET')).status).toBe(200);
  });

  it('is there in the built service, started from another folder', async () => {
    const database = await createDatabase();
    const env = { DATABASE_URL: database.url, PORT: '0', MASTER_KEY: 'ab'.repeat(32) };
    const built = await serve(env, [], tmpdir());
    const answer = await call(`${built.url}/docs/changelog`, 'GET');
    expect(await built.end('SIGTERM')).toBe(0);
    await database.drop();
    expect(answer.text).toBe((await open()).text);
  });
});

describe('Markdown', () => {
  it.each([
    ['# A & B', '<h1>A &amp; B</h1>'],
    ['## 1.2.0 (2026-03)', '<h2 id="1-2-0-2026-03">1.2.0 (2026-03)</h2>'],
    ['one\ntwo\n\nthree', '<p>one two</p>\n<p>three</p>'],
    ['- a\n  b\n- c', '<ul><li>a b</li><li>c</li></ul>'],
    [
      'Before:\n- a\n## After\nend',
      '<p>Before:</p><ul><li>a</li></ul>\n<h2 id="after">After</h2>\n<p>end</p>',
    ],
    ['**now** `a **b** <i>` ok', '<p><strong>now</strong> <code>a **b** &lt;i&gt;</code> ok</p>'],
    ['[semver](https://semver.org/#a)', '<p><a href="https://semver.org/#a">semver</a></p>'],
    ['[`sdk`](sdk/README.md) and [x](#x)', '<p><code>sdk</code> and <a href="#x">x</a></p>'],
    ['[x](javascript:alert`1`)', '<p>x</p>'],
    ['[x](https://a.example/"onclick=")', '<p><a href="https://a.example/&quot;onclick=&quot;">x</a></p>'],
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['a\r\n\r\nb', '<p>a</p>\n<p>b</p>'],
    ['- `a` - b * c _d_ 2 ** 3', '<ul><li><code>a</code> - b * c _d_ 2 ** 3</li></ul>'],
    ['', ''],
  ])('%j becomes %j', (text, markup) => {
    expect(renderMarkdown(text).markup.trim()).toBe(markup);
  });
});
