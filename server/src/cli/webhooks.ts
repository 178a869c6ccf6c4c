import { eventTypes } from '../messages/webhooks/events.ts';
import { apiHelp, apiOptions, withApi } from './api/api-options.ts';
import { jsonTelling, textTelling } from './api/listen-output.ts';
import { listenSecret } from './api/listen-secret.ts';
import { type Command, textOf, UsageError, type Values } from './command.ts';
import { print } from './output.ts';
import { onSignal } from './signals.ts';

export const webhookCommands: Command[] = [
  {
    name: 'webhooks listen',
    usage: '--forward-to URL [--events TYPE,…] [--print-secret] [--api-url URL] [--api-key KEY]',
    summary:
      'Forward test events to your machine as they happen, signed like real deliveries, and print each response.',
    help: [
      '--forward-to URL  where to send events, for example http://localhost:3000/webhooks',
      '--events TYPE,…   forward only these types:',
      ...eventTypes.map((type) => `                    ${type}`),
      '--print-secret    print the signing secret and exit',
      '--json            print one object per line',
      '',
      ...apiHelp,
    ],
    options: {
      ...apiOptions,
      'forward-to': { type: 'string' },
      events: { type: 'string' },
      'print-secret': { type: 'boolean' },
    },
    args: [],
    async run(values) {
      if (values['print-secret']) return printSecret(values);
      const forwardTo = receiverUrl(textOf(values, 'forward-to'));
      const events = typeof values['events'] === 'string' ? typesIn(values['events']) : null;
      const secret = listenSecret();
      const signal = stopSignal();
      const telling = values['json'] ? jsonTelling : textTelling(process.stdout.hasColors?.() ?? false);
      const print = (lines: string[]) => {
        for (const line of lines) process.stdout.write(`${line}\n`);
      };
      const warn = (message: string) => {
        process.stderr.write(`${message}\n`);
      };
      const onWait = (waitMs: number) =>
        warn(`The rate limit of this key is reached. Continuing in ${Math.ceil(waitMs / 1000)} s.`);
      await withApi(values, ['test'], { signal, onWait }, async (api) => {
        const { listen } = await import('./api/listen.ts');
        return listen(api, { forwardTo, events, secret, telling, signal, print, warn });
      }).catch((error) => {
        // Stopped during start.
        if (!signal.aborted) throw error;
      });
    },
  },
];

function printSecret(values: Values): void {
  const secret = listenSecret();
  if (values['json']) print(values, { secret });
  else process.stdout.write(`${secret}\n`);
}

/** Aborts on the first signal, or when stdout is closed. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  onSignal(() => controller.abort());
  process.stdout.on('error', () => controller.abort());
  return controller.signal;
}

function receiverUrl(text: string): string {
  // Accept "localhost:3000/hook" without a scheme.
  const full = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '') {
    throw new UsageError(
      `--forward-to "${text}" is not a valid URL. Use one such as http://localhost:3000/webhooks.`,
    );
  }
  return url.href;
}

function typesIn(list: string): string[] {
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !eventTypes.some((type) => type === name));
  if (unknown.length > 0) {
    const given = unknown.map((name) => `"${name}"`).join(', ');
    throw new UsageError(`--events: unknown type ${given}. Choose from ${eventTypes.join(', ')}.`);
  }
  return names;
}
