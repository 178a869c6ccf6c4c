import type { Bill } from '../people/biller.ts';
import type { Simulation } from '../simulation.ts';

interface Row {
  merchant_id: string;
  invoice_id: string;
  status: string;
  payment_id: string | null;
  amount_minor: string;
  numbered: string | null;
  number_generated: boolean;
  paid_by: string | null;
  paid_minor: string | null;
  mails: number;
  receipts: number;
}

const mailsOf = (kind: string) =>
  `(select count(*)::int from emails m where m.resource_id = i.invoice_id and m.kind = '${kind}')`;

const question = `
  select i.merchant_id, i.invoice_id, i.status, i.payment_id, i.amount_minor::text, i.numbered::text, i.number_generated,
    string_agg(p.payment_id, ' ') as paid_by, min(p.amount_minor)::text as paid_minor,
    ${mailsOf('invoice')} as mails, ${mailsOf('invoice_paid')} as receipts
  from invoices i left join payments p on p.invoice_id = i.invoice_id and p.merchant_id = i.merchant_id
    and p.status in ('completed', 'refunded', 'partially_refunded')
  group by i.invoice_id, i.merchant_id`;

/** An invoice is paid exactly when its payment completed, and its number is the next one: whatever is under way. */
export async function checkInvoices({ world, merchants, isRestored }: Simulation): Promise<string[]> {
  const rows = await world.database.query<Row>(question);
  const problems = rows.flatMap(({ invoice_id, status, paid_by, payment_id, ...row }) => {
    const found: string[] = [];
    if ((status === 'paid') !== (paid_by !== null) || (paid_by !== null && paid_by !== payment_id))
      found.push(`invoices: ${invoice_id} is ${status} by ${payment_id}, and ${paid_by} completed`);
    if (paid_by !== null && row.paid_minor !== row.amount_minor)
      found.push(`invoices: ${invoice_id} of ${row.amount_minor} was paid with ${row.paid_minor}`);
    if (row.receipts !== (status === 'paid' ? 1 : 0))
      found.push(`invoices: ${invoice_id} is ${status} and has ${row.receipts} receipts`);
    return found;
  });
  const byId = new Map(rows.map((row) => [row.invoice_id, row]));
  // What was acknowledged after a backup is forgotten with it.
  for (const { invoiceId, state } of isRestored ? [] : billsOf(merchants)) {
    const status = byId.get(invoiceId)?.status ?? 'not there';
    if (status === 'not there' || (state === 'void' && status !== 'void'))
      problems.push(`invoices: ${invoiceId} was acknowledged as ${state} and is ${status}`);
  }
  const own = (id: string) => rows.filter(({ merchant_id }) => merchant_id === id);
  return [...problems, ...merchants.flatMap(({ merchantId }) => wrongNumbers(own(merchantId)))];
}

function billsOf(merchants: Simulation['merchants']): Bill[] {
  return merchants.flatMap(({ biller }) => biller.bills);
}

/** Of one merchant: generated numbers are given once, and leave none out. */
function wrongNumbers(rows: readonly Row[]): string[] {
  const generated = rows.filter((row) => row.number_generated).map(({ numbered }) => Number(numbered));
  const taken = new Set(rows.map(({ numbered }) => Number(numbered)));
  const problems: string[] = [];
  if (new Set(generated).size < generated.length)
    problems.push(`invoices: a number was given twice, of ${generated.join(', ')}`);
  for (let number = 1; number < Math.max(0, ...generated); number++)
    if (!taken.has(number)) problems.push(`invoices: number ${number} was left out`);
  return problems;
}

/** Each invoice and reminder is mailed once, and what is overdue has ended. */
export async function checkInvoicesAtRest({ world, merchants, isRestored }: Simulation): Promise<string[]> {
  const today = world.clock.now().toISOString().slice(0, 10);
  const overdue = await world.database.query<{ invoice_id: string }>(
    `select invoice_id from invoices where status = 'open' and due_date < '${today}'`,
  );
  const problems = overdue.map(({ invoice_id }) => `invoices: ${invoice_id} is overdue and open`);
  // Requests after the backup were acknowledged, and are forgotten.
  if (isRestored) return problems;
  const rows = await world.database.query<Row>(question);
  for (const { invoiceId, mails } of billsOf(merchants)) {
    const queued = rows.find(({ invoice_id }) => invoice_id === invoiceId)?.mails ?? 0;
    if (queued !== mails)
      problems.push(`invoices: ${invoiceId} was to be mailed ${mails} times and has ${queued} mails`);
  }
  return problems;
}
