import { type ChainId, chains, isToken, tokenDecimals } from '../../lib/chains/registry.ts';
import { readableTokenAmount } from '../../lib/money.ts';
import type { SimulatedTransaction } from '../../payments/test-mode/simulated-transaction.ts';
import { html } from '../../platform/pages/html.ts';
import { documentOf } from '../../platform/pages/page-document.ts';
import type { PageFiles } from '../../platform/pages/web-build.ts';
import { siteHeader } from '../site/header.ts';

interface Shown {
  row: SimulatedTransaction;
  chain: ChainId;
  now: Date;
  files: PageFiles;
  site: string;
}

/** What a block explorer shows of a transaction, for a simulated one. */
export function transactionPage({ row, chain, now, files, site }: Shown): string {
  const facts: [string, string][] = [
    ['Status', statusOf(row, now)],
    ['Network', `${chains[chain].name} (simulated)`],
    ['Amount', amountOf(row, chain)],
    ['Transaction', row.tx_hash],
    ['From', row.from_address],
    ['To', row.to_address],
    ['Sent', shownTime(row.broadcast_at)],
    [row.failure_reason ? 'Failed' : 'Confirmed', row.final_at <= now ? shownTime(row.final_at) : 'Not yet'],
  ];
  const app = html`${siteHeader(site, null)}
<main class="front transaction" id="content"><h1>Simulated transaction</h1>
<p class="lead">Test mode simulates every chain. No real money moved. A live payment links to the block explorer of its chain instead.</p>
<dl class="facts">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
</main>`;
  return documentOf({
    locale: 'en',
    files,
    title: 'Simulated transaction · Causeway',
    app: app.markup,
    data: '',
    scripts: false,
  });
}

function statusOf(row: SimulatedTransaction, now: Date): string {
  if (row.final_at > now) return 'Confirming';
  return row.failure_reason ? `Failed: ${row.failure_message ?? row.failure_reason}` : 'Confirmed';
}

function amountOf({ token, token_units: units }: SimulatedTransaction, chain: ChainId): string {
  if (!isToken(token)) return `${units} ${token}`;
  return `${readableTokenAmount(BigInt(units), tokenDecimals(chain, token))} ${token}`;
}

/** UTC, to the second. */
function shownTime(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
