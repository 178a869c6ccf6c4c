import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** An address or a CIDR range as a range; null when it is neither. */
export function parseAllowedIp(text: string): Range | null {
  if (text.includes('/')) {
    return ipaddr.isValidCIDR(text) ? unmapRange(ipaddr.parseCIDR(text)) : null;
  }
  // isValid alone also takes "1" and "0x7f.1": spellings nobody means in an allowlist.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

export function isIpAllowed(allowedIps: readonly string[], ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  // An IPv4 client of a dual-stack socket appears as ::ffff:a.b.c.d; it is the same client.
  const address = ipaddr.process(ip);
  return allowedIps.some((entry) => {
    const range = parseAllowedIp(entry);
    return range !== null && range[0].kind() === address.kind() && address.match(range);
  });
}

function unmapRange([address, bits]: Range): Range {
  if (
    address.kind() === 'ipv6' &&
    'isIPv4MappedAddress' in address &&
    address.isIPv4MappedAddress() &&
    bits >= 96
  ) {
    return [address.toIPv4Address(), bits - 96];
  }
  return [address, bits];
}
