import { formatMoney } from '../../shared/format.ts';
import { useSession } from '../session/session.ts';
import { useSettings } from '../settings/settings.ts';
import type { Invoice } from '../shared/api/types.ts';
import { formatDay } from '../shared/charts/dates.ts';
import classes from './invoice-document.module.css';

/** An invoice, saved or still being typed. */
export interface DocumentContent extends Pick<Invoice, 'seller_name' | 'seller_address' | 'seller_tax_id'> {
  invoice_number: string | null;
  customer_name: string | null;
  customer_email: string | null;
  customer_address: string | null;
  customer_tax_id: string | null;
  currency: string;
  due_date: string | null;
  line_items: { description: string; quantity: string; unit_price: string; amount: string | null }[];
  subtotal: string;
  tax_percent: string;
  tax_amount: string;
  amount: string;
  memo: string | null;
}

/** Drawn here because the customer's page must not be framed. */
export function InvoiceDocument({ content }: { content: DocumentContent }) {
  const seller = useSeller(content);
  const money = (amount: string) => formatMoney('en', amount, content.currency);
  return (
    <section className={classes['paper']} aria-label="Invoice preview">
      <p className={classes['number']}>
        {content.invoice_number ? `Invoice ${content.invoice_number}` : 'Invoice number assigned on save'}
      </p>
      <div className={classes['head']}>
        <div>
          <p className={classes['merchant']}>{seller.name}</p>
          {seller.address && <p className={classes['lines-of-text']}>{seller.address}</p>}
          {seller.tax_id && <p>Tax ID: {seller.tax_id}</p>}
        </div>
        <div>
          <p className={classes['quiet']}>Billed to</p>
          <p>{content.customer_name ?? content.customer_email ?? '–'}</p>
          {content.customer_address && <p className={classes['lines-of-text']}>{content.customer_address}</p>}
          {content.customer_tax_id && <p>Tax ID: {content.customer_tax_id}</p>}
          {content.customer_name && <p className={classes['quiet']}>{content.customer_email}</p>}
        </div>
        <div>
          <p className={classes['quiet']}>Due</p>
          <p>{content.due_date ? formatDay(content.due_date) : 'in 30 days'}</p>
        </div>
      </div>
      <Lines content={content} money={money} />
      {content.memo && <p className={classes['memo']}>{content.memo}</p>}
    </section>
  );
}

/** A draft shows the settings, which it will keep when it is issued. */
function useSeller({ seller_name, seller_address, seller_tax_id }: DocumentContent) {
  const { merchant } = useSession();
  const settings = useSettings().data;
  if (seller_name !== null) return { name: seller_name, address: seller_address, tax_id: seller_tax_id };
  return { name: merchant.name, address: settings?.address, tax_id: settings?.tax_id };
}

interface LinesProps {
  content: DocumentContent;
  money(amount: string): string;
}

function Lines({ content, money }: LinesProps) {
  const unitPrice = (line: DocumentContent['line_items'][number]) =>
    line.amount === null ? line.unit_price || '–' : money(line.unit_price);
  const lines = content.line_items.map((line, index) => ({ ...line, key: `${index}-${line.description}` }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it.
    <section className={classes['scroll']} aria-label="Line item preview" tabIndex={0}>
      <table className={classes['lines']}>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col" className={classes['wide']}>
              Quantity
            </th>
            <th scope="col" className={classes['wide']}>
              Unit price
            </th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <td>
                {line.description || '–'}
                <div className={classes['narrow']}>
                  {line.quantity} × {unitPrice(line)}
                </div>
              </td>
              <td className={classes['wide']}>{line.quantity}</td>
              <td className={classes['wide']}>{unitPrice(line)}</td>
              <td>{line.amount === null ? '–' : money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <Sum label="Subtotal" amount={money(content.subtotal)} />
          <Sum label={`Tax (${content.tax_percent || '0'}%)`} amount={money(content.tax_amount)} />
          <Sum label="Total" amount={money(content.amount)} total />
        </tfoot>
      </table>
    </section>
  );
}

function Sum({ label, amount, total = false }: { label: string; amount: string; total?: boolean }) {
  return (
    <tr className={total ? classes['total'] : undefined}>
      <td className={classes['wide']} />
      <td className={classes['wide']} />
      <th scope="row">{label}</th>
      <td>{amount}</td>
    </tr>
  );
}
