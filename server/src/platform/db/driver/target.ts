/** The servers to connect to. */
export interface Target {
  /** One URL per server, in the order they are tried. */
  urls: string[];
  /** Skip servers that are read-only. */
  mustWrite: boolean;
}

const shape = /^(postgres(?:ql)?:\/\/(?=.)(?:[^/?#]*@)?)([^@/?#]*)(.*)$/s;

/**
 * Parses a libpq URL, which can have several hosts separated by commas. With several, the server must be writable unless
 * the URL says otherwise. Null when it is not such a URL.
 */
export function parseTarget(text: string): Target | null {
  const [, start, hosts, rest] = shape.exec(text) ?? [];
  if (start === undefined || hosts === undefined || rest === undefined) return null;
  const urls = hosts.split(',').map((host) => start + host + rest);
  const [first] = urls;
  if (first === undefined || !urls.every((url) => URL.canParse(url))) return null;
  const wanted = new URL(first).searchParams.get('target_session_attrs') ?? (urls[1] ? 'read-write' : 'any');
  if (!['any', 'read-write', 'primary'].includes(wanted)) return null;
  return { urls: urls.flatMap(withTls), mustWrite: wanted !== 'any' };
}

/** Makes pg read `sslmode` as libpq does. Without `sslmode` there is no TLS. */
function withTls(text: string): string[] {
  const url = new URL(text);
  if (url.searchParams.get('sslrootcert') === 'system') {
    url.searchParams.delete('sslrootcert');
    url.searchParams.set('sslmode', 'verify-full');
  }
  if (!url.searchParams.has('sslmode') && !url.searchParams.has('ssl'))
    url.searchParams.set('sslmode', 'disable');
  const mode = url.searchParams.get('sslmode');
  if (mode === null || mode === 'disable' || mode === 'no-verify') return [url.href];
  url.searchParams.set('uselibpqcompat', 'true');
  if (mode !== 'prefer' && mode !== 'allow') return [url.href];
  return ['require', 'disable'].map((each) => {
    url.searchParams.set('sslmode', each);
    return url.href;
  });
}
