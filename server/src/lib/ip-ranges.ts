import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses an address or a CIDR range; null when it is neither. */
export function parseIpRange(text: string): Range | null {
  const [address = '', bits, ...rest] = text.split('/');
  // ipaddr.js also accepts "10" and "0x7f.1", which are mistakes in an allowlist.
  const plain = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  if (!plain || rest.length > 0) return null;
  if (bits !== undefined) return ipaddr.isValidCIDR(text) ? unmapped(ipaddr.parseCIDR(text)) : null;
  const parsed = ipaddr.parse(address);
  return unmapped([parsed, parsed.kind() === 'ipv4' ? 32 : 128]);
}

export function isIpInRanges(ranges: readonly string[], ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  // An IPv4 client appears as ::ffff:a.b.c.d on a dual-stack socket.
  const address = ipaddr.process(ip);
  return ranges.some((entry) => {
    const range = parseIpRange(entry);
    return range !== null && range[0].kind() === address.kind() && address.match(range);
  });
}

/**
 * What counts as one client: an IPv4 address, or an IPv6 /64, the usual size of one customer's network. A /48 is what one
 * person can get for free, with 65,536 of these.
 */
export function clientNetwork(ip: string, ipv6Bits: 48 | 64 = 64): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return `${address.parts
    .slice(0, ipv6Bits / 16)
    .map((part) => part.toString(16))
    .join(':')}::/${ipv6Bits}`;
}

function unmapped([address, bits]: Range): Range {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    return [address.toIPv4Address(), bits - 96];
  }
  return [address, bits];
}
