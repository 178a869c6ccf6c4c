import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';

/** One connection each, as browsers do for streams. */
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

export interface OpenStream {
  status: number;
  headers: IncomingMessage['headers'];
  /** Everything received so far. */
  text(): string;
  /** States received so far, oldest first. Their shape is what tests are about, so they are not typed further. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  states(): any[];
  ended(): boolean;
  /** Leaves, as a closed tab does. */
  leave(): void;
}

/** Opens a stream of events over real HTTP and keeps what comes. */
export function openStream(url: string, headers: Record<string, string> = {}): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    let text = '';
    let ended = false;
    const sent: ClientRequest = request(url, { agent, headers }, (response) => {
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('close', () => {
        ended = true;
      });
      response.on('error', () => {});
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => text,
        states: () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '')),
        ended: () => ended,
        leave: () => sent.destroy(),
      });
    });
    sent.on('error', reject).end();
  });
}
