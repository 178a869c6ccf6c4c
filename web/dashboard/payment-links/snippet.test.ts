import { expect, it } from 'vitest';
import { plainOptions, snippetOf } from './snippet.ts';

const snippet = { site: 'https://pay.example/shop', key: 'svc_pub_test_1', buttonId: 'btn_1' };

it('contains the URL, the key and the button, and only the options that were set', () => {
  const options = { ...plainOptions, mode: 'redirect' };
  expect(snippetOf({ ...snippet, options }).split(/\s+/)).toEqual([
    '<script',
    'src="https://pay.example/shop/button.js"',
    'data-key="svc_pub_test_1"',
    'data-button="btn_1"',
    'data-mode="redirect"',
    'async></script>',
  ]);
});

it('escapes the label', () => {
  const options = { ...plainOptions, label: '"><script>alert(1)</script> & more' };
  expect(snippetOf({ ...snippet, options })).toContain(
    'data-label="&quot;>&lt;script>alert(1)&lt;/script> &amp; more"',
  );
});
