import { canonicalMailAddress } from '../../../lib/mail-address.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Logo } from '../../../platform/logos/logos.ts';
import { MailError } from '../failures.ts';
import type { Mail } from '../mailer.ts';
import { isToCustomer } from '../messages.ts';
import type { EmailWithShop } from '../store.ts';
import { wordsOf } from '../translations/languages.ts';
import { headerName, oneLine } from './escape.ts';
import { renderMessage } from './render.ts';
import type { RenderedMessage } from './render-in-thread.ts';

const defaultName = 'Causeway';

/**
 * Builds the message for the mailer. The From address is always MAIL_FROM, because SPF and DMARC of the operator's domain
 * cover no other; the merchant appears as the sender's name and as Reply-To.
 */
export function composeMail(
  email: EmailWithShop,
  logo: Logo | undefined,
  config: Pick<Config, 'mailFrom'>,
  at: Date,
): Mail {
  const { mailFrom } = config;
  const to = canonicalMailAddress(email.to_address);
  if (to === null) throw new MailError("the recipient's e-mail address is not valid", true);
  const { name, replyTo } = senderOf(email, mailFrom.name ?? defaultName);
  return {
    // The same for every attempt. If the process dies after the server accepted the message and before we record it,
    // the message is sent again; this id lets the receiver recognise the duplicate.
    messageId: `<${email.email_id}@${mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1)}>`,
    from: { name, address: mailFrom.address },
    to,
    replyTo,
    ...renderEmail(email, logo, config),
    locale: email.message.locale,
    at,
    unsubscribeUrl: 'unsubscribe_url' in email.message ? email.message.unsubscribe_url : undefined,
    logo:
      logo && !isFromOperator(email)
        ? { cid: cidOf(logo), contentType: logo.content_type, bytes: logo.bytes }
        : null,
  };
}

/**
 * Announcements, notices to members, and mail to somebody who may not have signed up come from the operator, without
 * Reply-To and logo. All other mail is sent in the merchant's name.
 */
function senderOf(email: EmailWithShop, service: string): Pick<Mail, 'replyTo'> & { name: string } {
  if (isFromOperator(email)) return { name: service, replyTo: null };
  const shop = headerName(email.shop_name);
  const replyTo = addressOf(email);
  return {
    name:
      shop === '' || shop === service
        ? service
        : headerName(wordsOf(email.message.locale).sender(shop, service), 120),
    replyTo: replyTo === null ? null : { name: shop, address: replyTo },
  };
}

/** Customers reach the merchant where it wants to be asked; members, and customers without that, at its own address. */
function addressOf({ message, support_email, shop_email }: EmailWithShop): string | null {
  const forCustomers = isToCustomer(message) && support_email ? canonicalMailAddress(support_email) : null;
  return forCustomers ?? canonicalMailAddress(shop_email);
}

function isFromOperator({ message }: EmailWithShop): boolean {
  return (
    message.kind === 'announcement' || message.kind === 'email_verification' || 'unsubscribe_url' in message
  );
}

/** Subject and bodies, as the recipient sees them. */
export function renderEmail(
  email: EmailWithShop,
  logo: Logo | undefined,
  { mailFrom }: Pick<Config, 'mailFrom'>,
): RenderedMessage {
  return renderMessage(email.message, {
    environment: email.environment,
    shop: { name: email.shop_name, email: addressOf(email), page: email.support_url },
    service: oneLine(mailFrom.name ?? defaultName),
    logoCid: logo && !isFromOperator(email) ? cidOf(logo) : null,
    accent: isFromOperator(email) ? null : email.shop_accent,
  });
}

function cidOf(logo: Logo): string {
  return `${logo.digest.slice(0, 32)}@logo.causeway`;
}
