import type { Check } from './check.ts';

/** Finds invoice numbers that were given twice or left out. */
export const checkNumbers: Check = async ({ client, tenants: { shop } }) => {
  const invoices = await client.list(shop, '/invoices', 'invoice_id');
  const numbers = invoices.map((one) => String(one['invoice_number'])).sort();
  return numbers.flatMap((number, index) => {
    const expected = `INV-${String(index + 1).padStart(6, '0')}`;
    return number === expected ? [] : [`numbers: ${number} is where ${expected} should be`];
  });
};
