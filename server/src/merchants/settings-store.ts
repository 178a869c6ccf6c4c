import type { ChainId, Token } from '../lib/chains/registry.ts';
import type { Sql } from '../platform/db/client.ts';

export interface SettingsRow {
  merchant_id: string;
  name: string;
  support_email: string | null;
  support_url: string | null;
  address: string | null;
  tax_id: string | null;
  accent_color: string | null;
  simulated_customer: boolean;
  sum_by_payer: boolean;
  default_accepted_chains: ChainId[] | null;
  default_accepted_tokens: Token[] | null;
}

export async function selectSettings(
  sql: Sql,
  merchantId: string,
): Promise<(SettingsRow & { logo_digest: string | null }) | undefined> {
  const [row] = await sql<(SettingsRow & { logo_digest: string | null })[]>`
    select merchant_id, name, support_email, support_url, address, tax_id, accent_color, simulated_customer,
      sum_by_payer, default_accepted_chains, default_accepted_tokens,
      (select digest from merchant_logos logo where logo.merchant_id = m.merchant_id) as logo_digest
    from merchants m where merchant_id = ${merchantId}`;
  return row;
}

/** Serializes concurrent changes of settings until the transaction ends. */
export async function lockMerchant(tx: Sql, merchantId: string): Promise<void> {
  await tx`select 1 from merchants where merchant_id = ${merchantId} for update`;
}

export async function updateSettings(tx: Sql, row: SettingsRow): Promise<void> {
  await tx`
    update merchants set name = ${row.name}, support_email = ${row.support_email}, support_url = ${row.support_url},
      address = ${row.address}, tax_id = ${row.tax_id}, accent_color = ${row.accent_color},
      simulated_customer = ${row.simulated_customer}, sum_by_payer = ${row.sum_by_payer},
      default_accepted_chains = ${row.default_accepted_chains}::text[],
      default_accepted_tokens = ${row.default_accepted_tokens}::text[]
    where merchant_id = ${row.merchant_id}`;
}
