import { setTimeout as sleep } from 'node:timers/promises';
import { type EventType, eventTypes } from '../../messages/webhooks/events.ts';
import { type Command, UsageError } from '../command.ts';
import { startProgress } from '../output.ts';
import type { Api } from './api.ts';
import { apiHelp, apiOptions, withApi } from './api-options.ts';
import { ApiProblem } from './api-problem.ts';
import { type FollowedEvent, followEvents, resourceIdOf } from './event-follower.ts';
import { type Way, ways } from './trigger-ways.ts';

const lookEveryMs = 300;
const waitMs = 30_000;

export const triggerCommands: Command[] = [
  {
    name: 'trigger',
    usage: 'EVENT_TYPE [--api-url URL] [--api-key KEY]',
    summary:
      'Trigger a test event by creating a real test payment, refund or invoice. Waits for the event and prints it.',
    help: [
      ...eventTypes.flatMap((type) => {
        const way = ways[type];
        return [type, `    ${'how' in way ? way.how : way.insteadOf}`];
      }),
      '',
      ...apiHelp,
    ],
    options: apiOptions,
    args: ['event_type'],
    async run(values, { event_type: name = '' }) {
      const type = knownType(name);
      const way = ways[type];
      if (!('make' in way)) throw new UsageError(`${type} cannot be triggered. ${way.insteadOf}`);
      const event = await withApi(values, ['test'], {}, (api) => trigger(api, type, way));
      process.stdout.write(`${JSON.stringify(event, null, values['json'] ? 0 : 2)}\n`);
    },
  },
];

function knownType(name: string): EventType {
  const type = eventTypes.find((one) => one === name);
  if (type) return type;
  const reachable = eventTypes.filter((one) => 'make' in ways[one]);
  throw new UsageError(`"${name}" cannot be triggered. Choose one of ${reachable.join(', ')}.`);
}

async function trigger(api: Api, type: EventType, way: Way): Promise<FollowedEvent> {
  const progress = startProgress(`Waiting for ${type}`);
  try {
    const follower = await followEvents(api);
    const resourceId = await way.make(api);
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline) {
      const events = await follower.next();
      const found = events.find((event) => event.type === type && resourceIdOf(event) === resourceId);
      if (found) return found;
      await sleep(lookEveryMs);
    }
    throw new ApiProblem(
      `No ${type} event of ${resourceId} within ${waitMs / 1000} seconds. Check that the workers are running ("causeway work", or "serve" without --no-workers) and that the merchant's simulated customer is on.`,
    );
  } finally {
    progress.end();
  }
}
