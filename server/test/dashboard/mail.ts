import type { EmailRow } from '../../src/messages/email/store.ts';
import { withLink } from '../../src/messages/email/writing/links.ts';
import { renderMessage } from '../../src/messages/email/writing/render.ts';
import type { TestService } from '../support/service.ts';

/** The mail queued for an address, newest first, and what its receiver finds in it. */
export async function mailTo(service: TestService, address: string) {
  await service.ctx.resetMails.flush();
  const rows = await service.ctx.db<EmailRow[]>`
    select * from emails where to_address = ${address} order by email_id desc`;
  return rows.map((row) => {
    const { message, environment } = withLink(service.ctx.secrets, row);
    const shop = { name: 'Shop', email: null };
    const rendered = renderMessage(message, {
      environment,
      shop,
      service: 'Causeway',
      logoCid: null,
      accent: null,
    });
    const token = /[?&]token=([\w-]{43})/.exec(rendered.text)?.[1] ?? '';
    return { row, ...rendered, token };
  });
}

export async function tokenMailedTo(service: TestService, address: string): Promise<string> {
  const [mail] = await mailTo(service, address);
  if (!mail) throw new Error(`no mail was queued for ${address}`);
  return mail.token;
}
