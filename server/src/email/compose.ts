import type { Config } from '../config.ts';
import { canonicalMailAddress } from '../mail-address.ts';
import type { Logo } from '../merchants/logos.ts';
import { headerName, oneLine } from './escape.ts';
import { MailError } from './failures.ts';
import type { Mail } from './mailer.ts';
import { renderMessage } from './render.ts';
import type { RenderedMessage } from './rendering.ts';
import type { EmailWithShop } from './store.ts';
import { wordsOf } from './translations/languages.ts';

const ownName = 'Causeway';

/**
 * An email as it is sent. The sender's address is always MAIL_FROM's, which is the one the operator's domain vouches
 * for (SPF, DMARC); the merchant is the name beside it, and whom answers go to.
 */
export function composeMail(
  email: EmailWithShop,
  logo: Logo | undefined,
  config: Pick<Config, 'mailFrom'>,
  at: Date,
): Mail {
  const { mailFrom } = config;
  const to = canonicalMailAddress(email.to_address);
  if (to === null) throw new MailError('the recipient is not an address that mail can be sent to', true);
  const { name, replyTo } = senderOf(email, mailFrom.name ?? ownName);
  return {
    // The same for every attempt: should a kill come between the server's acceptance and our note of it, the message is
    // sent again. Nothing can close that gap; by this id the receiver can tell that it is the same one.
    messageId: `<${email.email_id}@${mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1)}>`,
    from: { name, address: mailFrom.address },
    to,
    replyTo,
    ...renderEmail(email, logo, config),
    locale: email.message.locale,
    at,
    logo:
      logo && !isOwn(email) ? { cid: cidOf(logo), contentType: logo.content_type, bytes: logo.bytes } : null,
  };
}

/** Answers to the operator's own words go where they come from; all else is of the merchant. */
function senderOf(email: EmailWithShop, service: string): Pick<Mail, 'replyTo'> & { name: string } {
  if (isOwn(email)) return { name: service, replyTo: null };
  const shop = headerName(email.shop_name);
  const replyTo = canonicalMailAddress(email.shop_email);
  return {
    name:
      shop === '' || shop === service
        ? service
        : headerName(wordsOf(email.message.locale).sender(shop, service), 120),
    replyTo: replyTo === null ? null : { name: shop, address: replyTo },
  };
}

function isOwn(email: EmailWithShop): boolean {
  return email.message.kind === 'announcement';
}

/** What the recipient reads. */
export function renderEmail(
  email: EmailWithShop,
  logo: Logo | undefined,
  { mailFrom }: Pick<Config, 'mailFrom'>,
): RenderedMessage {
  return renderMessage(email.message, {
    environment: email.environment,
    shop: { name: email.shop_name, email: canonicalMailAddress(email.shop_email) },
    service: oneLine(mailFrom.name ?? ownName),
    logoCid: logo ? cidOf(logo) : null,
  });
}

function cidOf(logo: Logo): string {
  return `${logo.digest.slice(0, 32)}@logo.causeway`;
}
