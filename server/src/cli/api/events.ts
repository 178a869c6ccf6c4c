import { type Command, UsageError } from '../command.ts';
import { print, startProgress } from '../output.ts';
import { apiHelp, apiOptions, withApi } from './api-options.ts';
import { resend } from './resend.ts';

export const eventCommands: Command[] = [
  {
    name: 'events resend',
    usage: 'EVENT_ID [--endpoint ENDPOINT_ID] [--api-url URL] [--api-key KEY]',
    summary: 'Send an event again to the webhook endpoints that selected it, and list the responses.',
    help: ['--endpoint ID  only to this endpoint (we_…)', ...apiHelp],
    options: { ...apiOptions, endpoint: { type: 'string' } },
    args: ['event_id'],
    async run(values, { event_id: eventId = '' }) {
      const endpoint = typeof values['endpoint'] === 'string' ? values['endpoint'] : null;
      if (!/^evt_\w+$/.test(eventId))
        throw new UsageError(`"${eventId}" is not an event id. Event ids start with evt_.`);
      if (endpoint !== null && !/^we_\w+$/.test(endpoint))
        throw new UsageError(`--endpoint "${endpoint}" is not an endpoint id. Endpoint ids start with we_.`);
      const progress = startProgress(`Waiting for the responses to ${eventId}`);
      const sent = await withApi(values, ['test', 'live'], {}, (api) =>
        resend(api, eventId, endpoint),
      ).finally(() => progress.end());
      print(values, sent);
    },
  },
];
