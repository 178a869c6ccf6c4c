#!/usr/bin/env node
import { ApiProblem } from '../../server/src/cli/api/api-problem.ts';
import { UsageError } from '../../server/src/cli/command.ts';
import { explainAs, runProgram, versionIn } from '../../server/src/cli/program.ts';
import { ConfigError } from '../../server/src/platform/config/config.ts';
import { clientSettings } from '../../server/src/platform/config/settings.ts';

const version = () => versionIn(new URL('../package.json', import.meta.url));

/** The commands that need nothing but a key of the API. The operator's `causeway` has them too, except `mcp`. */
const families = [
  {
    names: ['webhooks'],
    load: async () => (await import('../../server/src/cli/webhooks.ts')).webhookCommands,
  },
  {
    names: ['trigger'],
    load: async () => (await import('../../server/src/cli/api/trigger.ts')).triggerCommands,
  },
  {
    names: ['events'],
    load: async () => (await import('../../server/src/cli/api/events.ts')).eventCommands,
  },
  {
    names: ['mcp'],
    load: async () => (await import('./mcp/command.ts')).mcpCommands(version),
  },
];

const explain = (error: unknown) => explainAs(error, [UsageError, ApiProblem, ConfigError]);

process.exitCode = await runProgram(
  { families, settings: clientSettings, explain, version },
  process.argv.slice(2),
);
