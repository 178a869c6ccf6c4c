import { expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

const render = (text: string) => renderMarkdown(text, 'docs/testing.md').body.markup.trim();

it.each([
  ['# A & B', '<h1 id="a--b">A &amp; B</h1>'],
  ['## 1.2.0 (2026-03)', '<h2 id="120-2026-03">1.2.0 (2026-03)</h2>'],
  ['## Added\n## Added', '<h2 id="added">Added</h2>\n<h2 id="added-1">Added</h2>'],
  ['**now** `a **b** <i>` ok', '<p><strong>now</strong> <code>a **b** &lt;i&gt;</code> ok</p>'],
  ['- [ ] a\n- [x] b', '<ul>\n<li>[ ] a</li>\n<li>[x] b</li>\n</ul>'],
  ['![logo](logo.svg) Causeway', '<p> Causeway</p>'],
  ['![x](https://elsewhere.example/images/checkout.png)', '<p></p>'],
  ['[semver](https://semver.org)', '<p>semver (<span class="address">https://semver.org</span>)</p>'],
  [
    '[`sdk`](../sdk/README.md#x) and [x](#x)',
    '<p><a href="%site%/docs/sdk#x"><code>sdk</code></a> and <a href="#x">x</a></p>',
  ],
  ['[all](README.md), [code](../server/src/cli/cli.ts)', '<p><a href="%site%/docs/">all</a>, code</p>'],
  [
    '<http://localhost:4000/docs>',
    '<p><a href="http://localhost:4000/docs">http://localhost:4000/docs</a></p>',
  ],
  ['<http://localhost:4500>', '<p>http://localhost:4500</p>'],
  ['[x](javascript:alert`1`)', '<p>x</p>'],
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['a <img src=x onerror=alert(1)>', '<p>a &lt;img src=x onerror=alert(1)&gt;</p>'],
  [
    '```sh background:x\n# a\n\nb <c>\n```\nd',
    '<figure class="code"><pre tabindex="0"><code data-language="sh"><span class="hl-comment"># a</span>\n\nb &lt;c&gt;</code></pre></figure>\n<p>d</p>',
  ],
  [
    '| A | B |\n|---|---|\n| `a\\|b` | c |\n\nd',
    '<div class="table" tabindex="0"><table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td><code>a|b</code></td><td>c</td></tr></tbody></table></div>\n<p>d</p>',
  ],
  [
    '| | B |\n|---|---|\n| a | b |',
    '<div class="table" tabindex="0"><table><thead><tr><td></td><th scope="col">B</th></tr></thead><tbody><tr><td>a</td><td>b</td></tr></tbody></table></div>',
  ],
  ['', ''],
])('%j becomes %j', (text, markup) => {
  expect(render(text)).toBe(markup);
});

it('shows a picture of the guides from the build, with its size', () => {
  expect(render('![The "page"](images/checkout.png)')).toMatch(
    /^<p><img src="%site%\/assets\/checkout-[\w-]{8}\.png" alt="The &quot;page&quot;" width="\d{3,4}" height="\d{3,4}" loading="lazy"><\/p>$/,
  );
});
