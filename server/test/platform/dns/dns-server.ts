import { createSocket } from 'node:dgram';
import { type AddressInfo, createServer, isIPv6, type Socket } from 'node:net';

/** What the server does when it is asked for a name. */
interface Behaviour {
  addresses?: string[];
  ttl?: number;
  /** The name it leads to, with an answer of its own in the same message. */
  cname?: string;
  /** Says nothing: at all, or to questions for this family. */
  silent?: true | 'A' | 'AAAA';
  /** Holds each answer back until `release`. */
  held?: true;
  /** Over UDP it only says that the answer is too long. */
  truncated?: true;
  /** It cannot say. */
  broken?: true;
}

export interface DnsServer {
  /** `127.0.0.1:port` */
  address: string;
  names: Map<string, Behaviour>;
  /** Questions so far, like `A shop.example`; `tcp A shop.example` over TCP. */
  asked: string[];
  release(): void;
  close(): Promise<void>;
}

const types = { 1: 'A', 28: 'AAAA' } as const;

/** A name server on loopback, UDP and TCP. Names it does not know do not exist; those below `hang.test` never resolve. */
export async function startDnsServer(): Promise<DnsServer> {
  const names = new Map<string, Behaviour>();
  const asked: string[] = [];
  let held: (() => void)[] = [];
  const sockets = new Set<Socket>();

  function answer(query: Buffer, overTcp: boolean, reply: (message: Buffer) => void): void {
    const { name, type } = questionOf(query);
    asked.push(`${overTcp ? 'tcp ' : ''}${type} ${name}`);
    const behaviour = name.endsWith('hang.test') ? ({ silent: true } as const) : names.get(name);
    if (behaviour?.silent === true || behaviour?.silent === type) return;
    const send = () => reply(messageOf(query, behaviour, names, overTcp));
    if (behaviour?.held) held.push(send);
    else send();
  }

  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) =>
      answer(chunk.subarray(2), true, (message) =>
        socket.write(Buffer.concat([u16(message.length), message])),
      ),
    );
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4');
  udp.on('message', (query, from) =>
    answer(query, false, (message) => udp.send(message, from.port, from.address)),
  );
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${port}`,
    names,
    asked,
    release() {
      for (const send of held) send();
      held = [];
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => udp.close(resolve));
      await new Promise((resolve) => tcp.close(resolve));
    },
  };
}

function questionOf(query: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += length + 1;
  }
  const type = query.readUInt16BE(at + 1);
  return { name: labels.join('.'), type: types[type as 1 | 28] ?? String(type), end: at + 5 };
}

const noError = 0x8180;
const serverFailed = 0x8182;
const noSuchName = 0x8183;
const isTruncated = 0x0200;

function messageOf(
  query: Buffer,
  behaviour: Behaviour | undefined,
  names: Map<string, Behaviour>,
  overTcp: boolean,
): Buffer {
  const { name, type, end } = questionOf(query);
  const truncated = behaviour?.truncated && !overTcp;
  const records = behaviour && !truncated ? recordsOf(name, type, behaviour, names) : [];
  let flags = behaviour ? noError : noSuchName;
  if (behaviour?.broken) flags = serverFailed;
  if (truncated) flags |= isTruncated;
  return Buffer.concat([
    query.subarray(0, 2),
    ...[flags, 1, records.length, 0, 0].map(u16),
    query.subarray(12, end),
    ...records,
  ]);
}

function recordsOf(
  name: string,
  type: string,
  behaviour: Behaviour,
  names: Map<string, Behaviour>,
): Buffer[] {
  const { addresses = [], ttl = 60, cname } = behaviour;
  const own = addresses
    .filter((address) => isIPv6(address) === (type === 'AAAA'))
    .map((address) => record(name, type === 'A' ? 1 : 28, ttl, bytesOf(address)));
  if (cname === undefined) return own;
  const target = names.get(cname);
  return [record(name, 5, ttl, nameBytes(cname)), ...(target ? recordsOf(cname, type, target, names) : [])];
}

function record(name: string, type: number, ttl: number, data: Buffer): Buffer {
  const ttlBytes = Buffer.alloc(4);
  ttlBytes.writeUInt32BE(ttl);
  return Buffer.concat([nameBytes(name), u16(type), u16(1), ttlBytes, u16(data.length), data]);
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** IPv6 addresses in full, as eight groups. */
function bytesOf(address: string): Buffer {
  return isIPv6(address)
    ? Buffer.concat(address.split(':').map((group) => u16(Number.parseInt(group, 16))))
    : Buffer.from(address.split('.').map(Number));
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
