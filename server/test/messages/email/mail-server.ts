import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** What a step of the dialogue answers: nothing for yes, an error for no, or a promise of either. */
type Step = (about: string) => Refusal | undefined | Promise<Refusal | undefined>;

interface Behaviour {
  greeting?: Step;
  auth?: Step;
  mailFrom?: Step;
  rcptTo?: Step;
  data?: Step;
}

class Refusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

export const refuse = (code: number, message = 'no') => new Refusal(code, message);
/** Never answers. */
export const stall = () => new Promise<undefined>(() => undefined);

interface ReceivedMail {
  from: string;
  to: string[];
  secure: boolean;
  user: string | null;
  /** The message to the byte. */
  raw: Buffer;
}

export interface MailServer {
  url: string;
  port: number;
  /** What was accepted. */
  received: ReceivedMail[];
  /** Everything that was said to MAIL FROM, RCPT TO and DATA, refused or not. */
  attempts: string[];
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/** A real SMTP server on loopback. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  let behaviour: Behaviour = {};
  const received: ReceivedMail[] = [];
  const attempts: string[] = [];
  const decide = (step: Step | undefined, about: string, done: (error?: Error | null) => void) =>
    void Promise.resolve(step?.(about)).then((refusal) => done(refusal));

  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onConnect: (session, done) => decide(behaviour.greeting, session.remoteAddress, done),
    onAuth: (auth, _session, done) =>
      decide(behaviour.auth, `${auth.username}:${auth.password}`, (error) =>
        error ? done(error) : done(null, { user: auth.username ?? '' }),
      ),
    onMailFrom: (address, _session, done) => {
      attempts.push(`from ${address.address}`);
      decide(behaviour.mailFrom, address.address, done);
    },
    onRcptTo: (address, _session, done) => {
      attempts.push(`to ${address.address}`);
      decide(behaviour.rcptTo, address.address, done);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        attempts.push(`data ${to.join()}`);
        decide(behaviour.data, to.join(), (error) => {
          const from = mailFrom ? mailFrom.address : '';
          const user = typeof session.user === 'string' ? session.user : null;
          if (!error) received.push({ from, to, secure: session.secure, user, raw: Buffer.concat(chunks) });
          done(error);
        });
      });
    },
    ...options,
  });
  // A client that breaks off is what some tests are about.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as { port: number };
  return {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    port,
    received,
    attempts,
    behave(next) {
      behaviour = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A server that answers each line as told, for what no mail server does on purpose. */
export async function startScriptedServer(
  answer: (line: string, socket: Socket) => string | null,
  greeting: string | null = '220 hello\r\n',
): Promise<{ url: string; lines: string[]; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const lines: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (greeting !== null) socket.write(greeting);
    let rest = '';
    socket.on('data', (chunk) => {
      const parts = (rest + chunk).split('\r\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        lines.push(line);
        const text = answer(line, socket);
        if (text !== null && !socket.destroyed) socket.write(`${text}\r\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    lines,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
