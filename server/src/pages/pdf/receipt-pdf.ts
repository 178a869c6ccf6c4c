import type { CheckoutState } from '../checkout/checkout-state.ts';
import { type ReceiptWords, receiptWordsOf } from '../words/words.ts';
import { drawPdf, type PrintFrame } from './pdf-document.ts';
import {
  drawAccent,
  drawFact,
  drawFooters,
  drawHeading,
  drawLogo,
  keepTogether,
  label,
  muted,
  put,
  putContacts,
  value,
} from './pieces.ts';
import type { Sheet } from './sheet.ts';
import { plainLine } from './text.ts';

export interface ReceiptPrint extends PrintFrame {
  kind: 'receipt';
  state: CheckoutState;
}

interface ReceiptSheet extends Sheet {
  words: ReceiptWords;
  state: CheckoutState;
  url: string;
  money(amount: string): string;
}

type Fact = [name: string, text: string | null | undefined];

export async function receiptPdf({ state, ...frame }: ReceiptPrint): Promise<Buffer> {
  const words = receiptWordsOf(frame.locale);
  const { currency, environment, payment_id } = state;
  const shop = plainLine(state.merchant.name);
  const title = `${words.receipt} ${payment_id}`;
  return drawPdf(frame, { title, author: shop, environment, words }, (blank) => {
    const money = (amount: string) => blank.formats.money(amount, currency);
    const sheet = Object.assign(blank, { words, state, url: frame.url, money });
    drawAccent(sheet);
    drawHead(sheet, shop);
    drawPaid(sheet);
    drawRefunds(sheet);
    drawContacts(sheet, shop);
    drawFooters(sheet, `${title} · ${shop}`, words.pageOf);
  });
}

function drawHead(sheet: ReceiptSheet, shop: string): void {
  const { state, words, formats, left: x, width, money } = sheet;
  sheet.y += drawLogo(sheet);
  sheet.y += put(sheet, words.title(shop), { size: 18, bold: true }, { x, y: sheet.y, width }) + 14;
  sheet.y += put(sheet, money(state.amount), { size: 20, bold: true }, { x, y: sheet.y, width });
  if (state.completed_at) {
    const paid = words.paid(formats.date(state.completed_at));
    sheet.y += put(sheet, paid, { size: 10, color: muted }, { x, y: sheet.y, width });
  }
  sheet.y += 14;
}

/** What the success page lists. */
function drawPaid(sheet: ReceiptSheet): void {
  const { state, words, formats } = sheet;
  const { transaction } = state;
  drawFacts(sheet, [
    [words.number, state.payment_id],
    [words.paidAt, state.completed_at && formats.dateTime(state.completed_at)],
    [words.payment, state.description && plainLine(state.description)],
  ]);
  if (transaction)
    drawFacts(sheet, [
      [words.paidWith, `${formats.tokens(transaction.token_amount)} ${transaction.symbol}`],
      [words.network, transaction.chain_name],
      [words.payer, transaction.payer_address],
      [words.transaction, transaction.tx_hash],
    ]);
}

function drawRefunds(sheet: ReceiptSheet): void {
  const { state, words, formats, money } = sheet;
  for (const refund of state.refunds) {
    drawHeading(sheet, `${words.refund} · ${money(refund.amount)}`);
    drawFacts(sheet, [
      [words.refundedAt, refund.status === 'completed' ? formats.dateTime(refund.at) : words.onItsWay],
      [words.sentAs, `${formats.tokens(refund.token_amount)} ${refund.symbol}`],
      [words.network, refund.chain_name],
      [words.reason, refund.reason && plainLine(refund.reason)],
      [words.sentTo, refund.refunded_to],
      [words.transaction, refund.tx_hash],
    ]);
  }
}

function drawFacts(sheet: ReceiptSheet, facts: Fact[]): void {
  for (const [name, text] of facts) {
    if (!text) continue;
    keepTogether(sheet, 30);
    sheet.y += drawFact(sheet, name, text, { x: sheet.left, y: sheet.y, width: sheet.width }, 'left') + 4;
  }
}

/** Whom to ask, with links. */
function drawContacts(sheet: ReceiptSheet, shop: string): void {
  const { state, words, left: x, width } = sheet;
  keepTogether(sheet, 60);
  sheet.y += 20;
  sheet.y += put(sheet, words.questions(shop), { ...label, size: 9 }, { x, y: sheet.y, width }) + 2;
  sheet.y += putContacts(sheet, state.contacts, value, { x, y: sheet.y, width });
}
