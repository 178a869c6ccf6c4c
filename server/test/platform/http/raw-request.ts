import { connect } from 'node:net';

export interface RawAnswer {
  /** Whether "100 Continue" came first. */
  continued: boolean;
  status: number;
  /** Names in lower case. */
  headers: Map<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any;
}

/** Bytes as they are on a socket of their own; the whole answer that comes back, or what came before the server hung up. */
export async function rawRequest(url: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const received = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += chunk;
      if (isWhole(text)) socket.destroy();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)));
    socket.setTimeout(60_000, () => socket.destroy());
  });
  return parse(received);
}

function isWhole(text: string): boolean {
  const { headers, text: body } = parse(text);
  const length = headers.get('content-length');
  return length !== undefined && Buffer.byteLength(body) >= Number(length);
}

const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';

function parse(bytes: string): RawAnswer {
  const continued = bytes.startsWith(goOn);
  const received = continued ? bytes.slice(goOn.length) : bytes;
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const text = rest.join('\r\n\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { continued, status: Number(statusLine.split(' ')[1]), headers, text, json };
}
