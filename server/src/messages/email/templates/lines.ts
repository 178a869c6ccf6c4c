import type { InvoiceMessage, ReceiptMessage } from '../messages.ts';
import type { Words } from '../translations/en.ts';
import type { Formats } from '../writing/formats.ts';
import type { Fact, Letter, Shop } from '../writing/letter.ts';

/** What a template gets besides the message. */
export interface Writing {
  words: Words;
  formats: Formats;
  shop: Shop;
}

/** Keeps the message below the size where mail clients clip it (Gmail: 102 KB). */
const maxItems = 60;

type Invoice = InvoiceMessage | ReceiptMessage;

export function invoiceFacts(invoice: Invoice, { words, shop }: Writing): Fact[] {
  const facts = [
    { label: words.fact.invoiceNumber, value: invoice.invoice_number },
    { label: words.fact.from, value: shop.name },
  ];
  if (invoice.customer_name) facts.push({ label: words.fact.billedTo, value: invoice.customer_name });
  return facts;
}

export function invoiceItems(invoice: Invoice, { words, formats }: Writing): Letter['items'] {
  const left = invoice.line_items.length - maxItems;
  return {
    title: words.items,
    lines: invoice.line_items.slice(0, maxItems).map((item) => ({
      description: item.description,
      detail: words.each(formats.quantity(item.quantity), formats.money(item.unit_price, invoice.currency)),
      amount: formats.money(item.amount, invoice.currency),
    })),
    more: left > 0 ? words.moreItems(left) : null,
  };
}

export function invoiceTotals(
  invoice: Invoice,
  total: string,
  { words, formats }: Writing,
): Letter['totals'] {
  const money = (amount: string) => formats.money(amount, invoice.currency);
  const hasTax = !/^[0.]*$/.test(invoice.tax_rate);
  const parts = [
    { label: words.subtotal, value: money(invoice.subtotal), isTotal: false },
    { label: words.tax(formats.percent(invoice.tax_rate)), value: money(invoice.tax_amount), isTotal: false },
  ];
  return [...(hasTax ? parts : []), { label: total, value: money(invoice.amount), isTotal: true }];
}

export function noteOf(label: string, text: string | null): Letter['note'] {
  return text === null || text.trim() === '' ? null : { label, lines: [text] };
}

/** A fact that may be missing. */
export function given(label: string, value: string | null): Fact[] {
  return value ? [{ label, value }] : [];
}

/** Null unless the URL is http(s): no button is better than a harmful link. */
export function actionOf(label: string, url: string, words: Words, isAsked: boolean): Letter['action'] {
  if (!URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  const isPage = protocol === 'https:' || protocol === 'http:';
  return isPage ? { label, url: href, hint: words.linkHint, isAsked } : null;
}

export function questionsOf({ words, shop }: Writing): string {
  const { name, email, page } = shop;
  if (email === null) return page ? words.questions.page(name, page) : words.questions.noReply(name);
  return page ? words.questions.pageOrReply(name, email, page) : words.questions.reply(name, email);
}
