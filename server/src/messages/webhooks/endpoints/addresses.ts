import ipaddr from 'ipaddr.js';
import type { Resolve } from '../../../platform/dns/resolver.ts';

/** All public IPv6 addresses are in this range; the rest is reserved, local or embeds an IPv4 address. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Azure's host agent: only reachable from inside a virtual machine, although the address is in a public range. */
const cloudPlatform = '168.63.129.16';

/** True for addresses on the internet; false for loopback, private and reserved ones. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // ipaddr.js parses the IPv4-compatible "::8.8.8.8" as the IPv4-mapped "::ffff:8.8.8.8".
  if (text.includes(':') && text.includes('.') && !/^::ffff:/i.test(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicast)) return false;
  return address.range() === 'unicast' && address.toString() !== cloudPlatform;
}

/** The IP address in a URL's host; null when the host is a name to look up. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : null;
}

/** True for names that are only valid on a local network, whatever they resolve to. */
export function isLocalName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.+$/, '');
  return !name.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(name);
}

/** False when the name resolves to an address that is not public. True when it does not resolve: it may do so later. */
export async function resolvesToPublic(
  resolve: Resolve,
  hostname: string,
  merchantId: string,
): Promise<boolean> {
  try {
    const addresses = await resolve(hostname, merchantId);
    return addresses.every(({ address }) => isPublicAddress(address));
  } catch {
    return true;
  }
}
