import ipaddr from 'ipaddr.js';
import type { Resolve } from './resolver.ts';

/** All that is given out on the internet lies in here; the rest of IPv6 is reserved, local or IPv4 in disguise. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Reaches the host of a virtual machine from inside one large cloud, though it lies among public addresses. */
const cloudPlatform = '168.63.129.16';

/** True for addresses out on the internet; false for our own machine, our own network and anything reserved. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  // "::8.8.8.8" is read as the mapped "::ffff:8.8.8.8", which it is not.
  if (text.includes(':') && text.includes('.') && !/^::ffff:/i.test(text)) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicast)) return false;
  return address.range() === 'unicast' && address.toString() !== cloudPlatform;
}

/** The address a URL's host names literally, in any spelling; null when it is a name to look up. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : null;
}

/** Names that never lead out, whatever they resolve to. */
export function isLocalName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.+$/, '');
  return !name.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(name);
}

/** False only when the name resolves to an address that is not public; one that does not resolve yet may later. */
export async function resolvesToPublic(resolve: Resolve, hostname: string): Promise<boolean> {
  try {
    const addresses = await resolve(hostname);
    return addresses.every(({ address }) => isPublicAddress(address));
  } catch {
    return true;
  }
}
