import { expect, it } from 'vitest';
import { mailDocument } from './mail-document.ts';

const html =
  '<style>p{}</style><img src="cid:1@logo" height="40" alt=""><p style="x">&lt;a </p><a href="/i">Pay</a>';

it('prepares an e-mail for display in a frame', () => {
  const shown = mailDocument(html, { styleNonce: 'abc', logoUrl: 'http://localhost/logo"x' });
  expect(shown).toBe(
    '<style nonce="abc">p{}</style><img src="http://localhost/logo%22x" height="40" alt=""><p style="x">&lt;a </p>' +
      '<a target="_blank" rel="noopener noreferrer" href="/i">Pay</a>',
  );
});

it('leaves out a logo that no longer exists', () => {
  expect(mailDocument(html, { styleNonce: 'abc', logoUrl: null })).not.toContain('<img');
});
