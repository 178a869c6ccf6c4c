import { startMailServer } from '../messages/email/mail-server.ts';
import { mailerTo } from '../messages/email/support.ts';
import { makeWebDir, noPublicLimits } from '../pages/checkout/support.ts';
import { call } from '../support/call.ts';
import type { ManualClock } from '../support/clock.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { unlimited } from './support.ts';

/** A service with the claim page, and a mail server that gets its links. */
export async function startClaims(clock: ManualClock) {
  const web = makeWebDir();
  const mail = await startMailServer();
  const service = await startTestService({
    clock,
    webDir: web.path,
    mailer: mailerTo(mail.url),
    requestsPerMinute: unlimited,
    publicLimits: noPublicLimits,
  });
  return {
    service,
    mail,
    async stop() {
      await service.stop();
      await mail.close();
      web.remove();
    },
  };
}

/** As a browser sends the form of the claim page. */
export const submitClaim = (
  { url }: TestService,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  call(`${url}${path}`, 'POST', {
    key: null,
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  });
