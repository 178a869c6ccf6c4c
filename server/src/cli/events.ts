import { apiHelp, apiOptions, withApi } from './api-options.ts';
import { type Command, UsageError } from './command.ts';
import { print, startProgress } from './output.ts';
import { resend } from './resend.ts';

export const eventCommands: Command[] = [
  {
    name: 'events resend',
    usage: 'EVENT_ID [--endpoint ENDPOINT_ID] [--api-url URL] [--api-key KEY]',
    summary: 'Send an event once more to the webhook endpoints that selected it, and show their answers.',
    help: ['--endpoint ID  to this endpoint (we_…) alone', ...apiHelp],
    options: { ...apiOptions, endpoint: { type: 'string' } },
    args: ['event_id'],
    async run(values, { event_id: eventId = '' }) {
      const endpoint = typeof values['endpoint'] === 'string' ? values['endpoint'] : null;
      if (!/^evt_\w+$/.test(eventId))
        throw new UsageError(`"${eventId}" is no event id: they begin with evt_.`);
      if (endpoint !== null && !/^we_\w+$/.test(endpoint))
        throw new UsageError(
          `--endpoint is "${endpoint}" but must be an endpoint's id, which begins with we_.`,
        );
      const progress = startProgress(`Waiting for the answers to ${eventId}`);
      const sent = await withApi(values, ['test', 'live'], {}, (api) =>
        resend(api, eventId, endpoint),
      ).finally(() => progress.end());
      print(values, sent);
    },
  },
];
