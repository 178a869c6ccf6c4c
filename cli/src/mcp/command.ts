import { apiHelp, apiOptions, apiTarget } from '../../../server/src/cli/api/api-options.ts';
import type { Command } from '../../../server/src/cli/command.ts';

/** The server and its protocol are loaded only once this command runs. */
export const mcpCommands = (version: () => string): Command[] => [
  {
    name: 'mcp',
    usage: '[--allow-writes] [--api-url URL] [--api-key KEY]',
    summary:
      'Serve payments, refunds and guides to an assistant, as a Model Context Protocol server over stdio.',
    help: [
      '--allow-writes  with a live key: also create links and invoices, and refund. Without it, a live key only reads.',
      '',
      ...apiHelp,
    ],
    options: { ...apiOptions, 'allow-writes': { type: 'boolean' } },
    args: [],
    async run(values) {
      const { url, key } = await apiTarget(values, ['test', 'live']);
      const { serveAssistant } = await import('./serve-assistant.ts');
      await serveAssistant({ url, key, allowWrites: values['allow-writes'] === true, version: version() });
    },
  },
];
