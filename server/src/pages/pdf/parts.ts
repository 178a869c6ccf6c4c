import { partyLines } from '../invoice-page/party-lines.ts';
import {
  columnGap,
  drawFact,
  drawHeading,
  drawLogo,
  keepTogether,
  label,
  muted,
  put,
  putContacts,
  strong,
  value,
} from './pieces.ts';
import type { InvoiceSheet } from './sheet.ts';
import { leading, type Style } from './text.ts';

const ownBlue = '#2350d8';

/** Merchant, customer, dates and amount. */
export function drawHead(sheet: InvoiceSheet): void {
  const { state, words, left, width } = sheet;
  const half = (width - columnGap) / 2;
  const right = { x: left + half + columnGap, width: half, align: 'right' } as const;
  const start = sheet.y;
  let leftY = start + drawLogo(sheet);
  leftY += put(sheet, state.merchant.name, { size: 13, bold: true }, { x: left, y: leftY, width: half });
  for (const line of partyLines(state.merchant.address, state.merchant.tax_id, words))
    leftY += put(sheet, line, { ...value, color: muted }, { x: left, y: leftY, width: half });
  leftY += putContacts(sheet, state.contacts, { ...value, color: muted }, { x: left, y: leftY, width: half });
  let rightY = start;
  rightY += put(sheet, words.title(state.invoice_number), { size: 18, bold: true }, { ...right, y: rightY });
  rightY += put(sheet, statusOf(sheet), strong, { ...right, y: rightY + 2 }) + 2;
  sheet.y = Math.max(leftY, rightY) + 22;
  drawFacts(sheet, half);
  drawAmount(sheet);
}

function statusOf({ state, words }: InvoiceSheet): string {
  return words.status[state.under_way === 'processing' ? 'processing' : state.status];
}

function drawFacts(sheet: InvoiceSheet, half: number): void {
  const { state, words, formats, left } = sheet;
  const start = sheet.y;
  let leftY = start;
  const address = partyLines(state.customer_address, state.customer_tax_id, words);
  const billed = [state.customer_name, ...address, state.customer_email].filter((line) => line !== null);
  if (billed.length > 0) {
    leftY += put(sheet, words.billedTo, label, { x: left, y: leftY, width: half }) + 2;
    for (const line of billed) leftY += put(sheet, line, value, { x: left, y: leftY, width: half });
  }
  const facts: [string, string][] = [
    [words.issued, formats.date(state.created_at)],
    [words.dueDate, formats.date(state.due_date)],
    ...(state.paid_at ? [[words.paidAt, formats.dateTime(state.paid_at)] satisfies [string, string]] : []),
  ];
  let rightY = start;
  const x = left + half + columnGap;
  for (const [name, text] of facts)
    rightY += drawFact(sheet, name, text, { x, y: rightY, width: half }, 'right') + 3;
  sheet.y = Math.max(leftY, rightY) + 20;
}

function drawAmount(sheet: InvoiceSheet): void {
  const { state, words, formats, money, left, width, doc, url, accent } = sheet;
  const caption = state.paid_at
    ? words.paidOn(formats.date(state.paid_at))
    : words.due(formats.date(state.due_date));
  sheet.y += put(sheet, money(state.amount), { size: 20, bold: true }, { x: left, y: sheet.y, width });
  sheet.y += put(sheet, caption, { size: 10, color: muted }, { x: left, y: sheet.y, width });
  const notice = noticeOf(sheet);
  if (notice) sheet.y += put(sheet, notice, value, { x: left, y: sheet.y + 6, width }) + 6;
  if (state.payable) {
    const y = sheet.y + 6;
    const style = { size: 9.5, color: accent?.text ?? ownBlue };
    const height = put(sheet, words.payOnline(url), style, { x: left, y, width });
    doc.link(left, y, width, height, url);
    sheet.y = y + height;
  }
  sheet.y += 20;
}

function noticeOf({ state, words, formats }: InvoiceSheet): string | null {
  if (state.status === 'void') return words.voided(state.merchant.name);
  if (state.status === 'expired') return words.expired(formats.date(state.due_date), state.merchant.name);
  return null;
}

export function drawTotals(sheet: InvoiceSheet): void {
  const { state, words, formats, money, left, width } = sheet;
  const last = state.paid_at ? words.amountPaid : state.status === 'open' ? words.amountDue : null;
  const rows: [string, string, Style][] = [
    [words.subtotal, money(state.subtotal), value],
    [words.tax(formats.percent(state.tax_rate)), money(state.tax_amount), value],
    [words.total, money(state.amount), last === null ? strong : value],
    ...(last === null ? [] : [[last, money(state.amount), strong] satisfies [string, string, Style]]),
  ];
  const block = Math.min(width, 260);
  const x = left + width - block;
  keepTogether(sheet, rows.length * 24);
  sheet.y += 8;
  for (const [name, amount, style] of rows) {
    const names = put(sheet, name, style, { x, y: sheet.y, width: block * 0.5 });
    const amounts = put(sheet, amount, style, {
      x: x + block * 0.5,
      y: sheet.y,
      width: block * 0.5,
      align: 'right',
    });
    sheet.y += Math.max(names, amounts) + 5;
  }
}

/** Drawn line by line, because it may continue on the next page. */
export function drawMemo(sheet: InvoiceSheet): void {
  const { state, words } = sheet;
  if (state.memo === null) return;
  drawHeading(sheet, words.memo);
  const { set, left, width } = sheet;
  const lines = state.memo.split('\n').flatMap((paragraph) => set.wrap(paragraph, value, width));
  for (const line of lines) {
    keepTogether(sheet, value.size * leading);
    sheet.y += set.write([line], value, { x: left, y: sheet.y, width });
  }
}

export function drawPayment(sheet: InvoiceSheet): void {
  const { state, words, formats } = sheet;
  if (!state.payment) return;
  const { token_amount, token, chain_name, tx_hash } = state.payment;
  drawHeading(sheet, words.payment);
  for (const [name, text] of [
    [words.paidWith, `${formats.tokens(token_amount)} ${token}`],
    [words.network, chain_name],
    [words.transaction, tx_hash],
  ] as const)
    if (text !== null)
      sheet.y += drawFact(sheet, name, text, { x: sheet.left, y: sheet.y, width: sheet.width }, 'left') + 2;
}
