/** As much of a mail program as tests need, written from the standards and not with the library under test. */

export interface Part {
  /** In order, unfolded, not decoded. */
  headers: [name: string, value: string][];
  type: string;
  parameters: Record<string, string>;
  parts: Part[];
  /** Decoded from its transfer encoding. */
  bytes: Buffer;
}

export function parseMessage(raw: Buffer): Part {
  return parsePart(raw.toString('latin1'));
}

function parsePart(text: string): Part {
  const end = text.indexOf('\r\n\r\n');
  const headers = parseHeaders(end < 0 ? text : text.slice(0, end));
  const body = end < 0 ? '' : text.slice(end + 4);
  const [type = 'text/plain', ...rest] = (rawHeader({ headers }, 'Content-Type') ?? 'text/plain').split(';');
  const parameters = Object.fromEntries(
    rest.map((one) => {
      const [name = '', value = ''] = one.trim().split(/=(.*)/s);
      return [name.toLowerCase(), value.replace(/^"(.*)"$/s, '$1')];
    }),
  );
  const boundary = parameters['boundary'];
  const parts = boundary ? split(body, boundary).map(parsePart) : [];
  const encoding = rawHeader({ headers }, 'Content-Transfer-Encoding')?.toLowerCase() ?? '7bit';
  return { headers, type: type.trim().toLowerCase(), parameters, parts, bytes: decodeBody(body, encoding) };
}

function parseHeaders(text: string): [string, string][] {
  // A bare CR or LF is how headers are smuggled.
  if (/[^\r]\n|\r[^\n]/.test(text)) throw new Error('a header has a bare CR or LF');
  return text
    .replace(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .map((line) => {
      const match = /^([!-9;-~]+):(.*)$/s.exec(line);
      if (!match) throw new Error(`not a header: ${JSON.stringify(line)}`);
      return [match[1] ?? '', (match[2] ?? '').trim()];
    });
}

function split(body: string, boundary: string): string[] {
  const pieces = `\r\n${body}`.split(`\r\n--${boundary}`);
  if (!pieces.at(-1)?.startsWith('--')) throw new Error('a multipart without an end');
  return pieces.slice(1, -1).map((piece) => piece.replace(/^[ \t]*\r\n/, ''));
}

function decodeBody(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const text = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}

export function rawHeader(part: Pick<Part, 'headers'>, name: string): string | undefined {
  const found = part.headers.filter(([one]) => one.toLowerCase() === name.toLowerCase());
  if (found.length > 1) throw new Error(`${name} is there ${found.length} times`);
  return found[0]?.[1];
}

/** A header of free text, as a mail program shows it. */
export function textHeader(part: Pick<Part, 'headers'>, name: string): string {
  return decodeWords(utf8(rawHeader(part, name) ?? ''));
}

/** RFC 2047: words next to each other are one. */
function decodeWords(text: string): string {
  return text.replace(/=\?[^?\s]+\?[bq]\?[^?\s]*\?=(?:\s+=\?[^?\s]+\?[bq]\?[^?\s]*\?=)*/gi, (run) => {
    const words = run.split(/\s+/).map((word) => {
      const [, charset = '', kind = '', data = ''] = word.split('?');
      if (charset.toLowerCase() !== 'utf-8') throw new Error(`charset ${charset}`);
      return kind.toLowerCase() === 'b'
        ? Buffer.from(data, 'base64')
        : decodeBody(data.replaceAll('_', ' '), 'quoted-printable');
    });
    return Buffer.concat(words).toString('utf8');
  });
}

/** A header that must hold exactly one mailbox: `name <address>` or the address alone. */
export function mailboxHeader(part: Part, name: string): { name: string; address: string } {
  const text = utf8(rawHeader(part, name) ?? '');
  const phrase = '(?:"(?:[^"\\\\\\r\\n]|\\\\.)*"|[^"<>()\\[\\]\\\\,;:@]*)';
  const match = new RegExp(`^(?:(${phrase})\\s*<([^<>\\s"(),:;\\\\[\\]]+)>|([^<>\\s"(),:;\\\\[\\]]+))$`).exec(
    text,
  );
  if (!match) throw new Error(`${name} is not one mailbox: ${text}`);
  const [, label = '', bracketed, bare] = match;
  const address = bracketed ?? bare ?? '';
  if (address.split('@').length !== 2) throw new Error(`${name} is not one address: ${address}`);
  const quoted = /^"(.*)"$/s.exec(label.trim());
  return { name: quoted ? (quoted[1] ?? '').replace(/\\(.)/g, '$1') : decodeWords(label.trim()), address };
}

function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

/** All parts that are not made of others, in order. */
export function leaves(part: Part): Part[] {
  return part.parts.length > 0 ? part.parts.flatMap(leaves) : [part];
}

export function partOf(part: Part, type: string): Part {
  const found = leaves(part).filter((leaf) => leaf.type === type);
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} parts of ${type}`);
  return only;
}

/** Text of a part, with the line ends of this side. */
export function textOf(part: Part, type: string): string {
  const leaf = partOf(part, type);
  if (leaf.parameters['charset'] !== 'utf-8') throw new Error(`charset ${leaf.parameters['charset']}`);
  return leaf.bytes.toString('utf8').replaceAll('\r\n', '\n');
}
