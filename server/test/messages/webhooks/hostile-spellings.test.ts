import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isLocalName,
  isPublicAddress,
  literalAddress,
} from '../../../src/messages/webhooks/endpoints/addresses.ts';
import { budget } from '../../support/chance.ts';

/** Networks that no live webhook may reach. Only these are spelled here, so that no test can leave the machine. */
const networks = [
  [0x7f000000, 8],
  [0x0a000000, 8],
  [0xac100000, 12],
  [0xc0a80000, 16],
  [0xa9fe0000, 16],
  [0x64400000, 10],
  [0x00000000, 8],
] as const;

const address = fc
  .tuple(fc.constantFrom(...networks), fc.nat({ max: 0xffffffff }))
  .map(([[base, bits], host]) => (base + (host % 2 ** (32 - bits))) >>> 0);

const number = (value: number) =>
  fc.constantFrom(
    String(value),
    `0${value.toString(8)}`,
    `000${value.toString(8)}`,
    `0x${value.toString(16)}`,
    `0X${value.toString(16).toUpperCase()}`,
    `0x000${value.toString(16)}`,
  );

const wide = (text: string) =>
  text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
const percent = (text: string) =>
  text.replace(/./gu, (char) => encodeURIComponent(char).replace(/^(.)$/, hex));
const hex = (char: string) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** The parts of a dotted address: the last of fewer than four holds the rest. */
function partsOf(value: number, count: number): number[] {
  const bytes = [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  const last = bytes.slice(count - 1).reduce((sum, byte) => sum * 256 + byte, 0);
  return [...bytes.slice(0, count - 1), last];
}

/** Every way the URL standard lets one write an IPv4 address. */
const spelled = (value: number) =>
  fc
    .integer({ min: 1, max: 4 })
    .chain((count) => fc.tuple(...partsOf(value, count).map(number)))
    .chain((parts) =>
      fc.record({
        text: fc.constantFrom(...['.', '。', '．', '｡'].map((dot) => parts.join(dot))),
        end: fc.constantFrom('', '.'),
        disguise: fc.constantFrom((text: string) => text, wide, percent),
      }),
    )
    .map(({ text, end, disguise }) => disguise(text) + end);

/** IPv6 addresses that carry the IPv4 address: mapped, compatible, translated, NAT64, 6to4 and Teredo. */
const carried = (value: number) => {
  const [high, low] = [(value >>> 16).toString(16), (value & 0xffff).toString(16)];
  const dotted = partsOf(value, 4).join('.');
  return fc.constantFrom(
    `[::ffff:${dotted}]`,
    `[::FFFF:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[::${dotted}]`,
    `[::ffff:0:${dotted}]`,
    `[64:ff9b::${dotted}]`,
    `[64:ff9b:1::${high}:${low}]`,
    `[2002:${high}:${low}::1]`,
    `[2001:0:${high}:${low}::]`,
  );
};

function isRefused(host: string): boolean {
  const { hostname } = new URL(`https://user:secret@${host}:8443/hook`);
  const literal = literalAddress(hostname);
  return literal === null ? isLocalName(hostname) : !isPublicAddress(literal);
}

describe('an address inside', () => {
  it('is refused in every spelling of IPv4 and carried by every kind of IPv6', () => {
    fc.assert(
      fc.property(
        address.chain((value) => fc.oneof(spelled(value), carried(value))),
        (host) => {
          expect(isRefused(host), host).toBe(true);
        },
      ),
      { numRuns: budget(50_000, 2000) },
    );
  });

  it('with a zone is no URL, or is refused', () => {
    for (const host of ['[fe80::1%25eth0]', '[fe80::1%eth0]', '[::1%25lo]', '[::ffff:127.0.0.1%25lo]'])
      expect(!URL.canParse(`https://${host}/`) || isRefused(host), host).toBe(true);
    for (const zoned of ['fe80::1%eth0', '::1%lo', '::ffff:127.0.0.1%lo'])
      expect(isPublicAddress(zoned), zoned).toBe(false);
  });
});
