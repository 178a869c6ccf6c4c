import { expect, it } from 'vitest';
import { iconOf } from './found-wallet.ts';

it.each([
  'data:image/png;base64,AAAA',
  'data:image/svg+xml,%3Csvg/%3E',
  `data:image/webp,${'x'.repeat(1000)}`,
])('a picture that comes with the wallet is shown: %.30s', (icon) => expect(iconOf(icon)).toBe(icon));

it.each([
  'https://wallet.example/icon.png',
  'data:text/html,<script>alert(1)</script>',
  'data:image/',
  'javascript:alert(1)',
  `data:image/png,${'x'.repeat(128 * 1024)}`,
  null,
  7,
])('anything else is left out: %.30s', (icon) => expect(iconOf(icon)).toBeNull());
