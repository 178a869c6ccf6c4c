import { type Html, html } from '../../platform/pages/html.ts';
import { documentOf } from '../../platform/pages/page-document.ts';
import type { PageFiles } from '../../platform/pages/web-build.ts';
import { sitePath } from '../../platform/public-urls.ts';
import { siteHeader } from './header.ts';

interface FrontPage {
  publicUrl: string;
  files: PageFiles;
  /** The checkout of a sample payment, which the page shows in a frame once it is idle. */
  preview: PageFiles | null;
  hasDemo: boolean;
  /** The visitor has just paid the demo checkout. */
  paid: boolean;
}

/** What the service is, a checkout to try, and where to go from there. */
export function frontPage({ publicUrl, files, preview, hasDemo, paid }: FrontPage): string {
  const site = sitePath(publicUrl);
  const app = html`${siteHeader(site, null)}
<main class="front" id="content">
${paid && hasDemo ? paidNotice(site) : null}
<section class="hero"><div>
<h1>Crypto payments on your own server</h1>
<p class="lead">One HTTP API charges your customers in nine tokens on eight chains. With hosted checkout, invoices, refunds, signed webhooks and a dashboard. Test mode simulates every chain, so you can try it all without a wallet.</p>
${hasDemo ? demoActions(site) : plainActions(site)}
</div>${checkoutPicture(preview)}</section>
<section aria-labelledby="how"><h2 id="how">How it works</h2>
<ol class="steps">
<li><h3>Create a payment</h3><p>Your server posts an amount and gets a <code>checkout_url</code>.</p>${sample(publicUrl)}</li>
<li><h3>Your customer pays</h3><p>The hosted checkout offers networks and tokens, locks the price, and shows each confirmation. In seven languages.</p>${stepsPicture}</li>
<li><h3>You get an event</h3><p>A signed webhook tells your server when the payment completes. Failed deliveries are retried for 34 hours.</p>${eventPicture}</li>
</ol></section>
<section aria-labelledby="next"><h2 id="next">Start here</h2>
<ul class="cards">${cards.map(([path, title, text]) => html`<li><a href="${site}${path}"><strong>${title}</strong><span>${text}</span></a></li>`)}</ul></section>
</main>
<footer class="site-footer"><a href="${site}/docs/changelog">Changelog</a><a href="${site}/docs/security">Security</a><a href="${site}/api/v1/openapi.json">OpenAPI document</a></footer><p class="visually-hidden" id="copied" role="status"></p>`;
  const title = 'Causeway: crypto payments on your own server';
  return documentOf({
    locale: 'en',
    files,
    title,
    app: app.markup,
    data: '',
    scripts: true,
    graph: {
      type: 'website',
      title,
      description: 'One HTTP API charges your customers in nine tokens on eight chains.',
      image: `${publicUrl}/preview.png`,
    },
  });
}

/**
 * The checkout as a customer sees it, drawn with the styles of the real one, which takes its place. Decorative: the words
 * beside it say the same.
 */
const checkoutPicture = (
  preview: PageFiles | null,
) => html`<div class="hero-picture" aria-hidden="true"${preview && html` data-script="${preview.script}" data-styles="${preview.styles.join(' ')}"`}>
<div class="hp-top"><span class="hp-mark">N</span><span>Northwind Paper Co.</span><span class="hp-time">28:41</span></div>
<p class="hp-amount">$49.99</p><p class="hp-what">Field notebook, dotted, 2 pcs.</p>
<div class="hp-options"><div class="hp-row hp-chosen"><span class="hp-token hp-usdc"></span><span><b>USDC</b> on Base</span><span class="hp-right">49.99 USDC</span></div>
<div class="hp-row"><span class="hp-token hp-eth"></span><span><b>ETH</b> on Ethereum</span><span class="hp-right">0.016664 ETH</span></div>
<div class="hp-row"><span class="hp-token hp-sol"></span><span><b>SOL</b> on Solana</span><span class="hp-right">0.333267 SOL</span></div></div>
<div class="hp-button"><span>Pay 49.99 USDC</span><span class="hp-paid">Payment complete</span></div>
<div class="hp-steps"><span>Detected</span><span>Confirmed</span><span>Complete</span></div></div>`;

/** What a customer sees one after the other. Decorative. */
const stepsPicture = html`<ul class="flow" aria-hidden="true"><li>Price locked: 49.99 USDC</li><li>Payment detected</li><li>3 of 3 confirmations</li><li>Payment complete</li></ul>`;

const eventPicture = html`<pre class="flow-code" tabindex="0"><code>X-Service-Event: payment.completed

{"type": "payment.completed",
 "data": {"payment_id": "pay_01m7…",
          "status": "completed"}}</code></pre>`;

function demoActions(site: string): Html {
  return html`<form class="hero-actions" method="post" action="${site}/demo"><button class="button" type="submit">Open a demo checkout</button><a class="button button-quiet" href="${site}/docs/quick-start">Quick start</a></form>
<p class="hero-note">A test payment of 49.99 USD that waits for you. You pay from a test wallet. No real money moves.</p>`;
}

function plainActions(site: string): Html {
  return html`<div class="hero-actions"><a class="button" href="${site}/dashboard">Open the dashboard</a><a class="button button-quiet" href="${site}/docs/quick-start">Quick start</a></div>`;
}

function paidNotice(site: string): Html {
  return html`<p class="notice" role="status"><span><strong>Your demo payment is complete.</strong> See it in the <a href="${site}/dashboard">dashboard</a> (the password is in <code>data/dev-credentials.json</code>), or create your own with the <a href="${site}/docs/quick-start">quick start</a>.</span></p>`;
}

function sample(publicUrl: string): Html {
  return html`<figure class="code"><pre tabindex="0"><code>curl ${publicUrl}/api/v1/payments \\
  -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"amount":"49.99","currency":"USD"}'</code></pre></figure>`;
}

const cards = [
  ['/docs/quick-start', 'Quick start', 'Your first payment, webhook and refund.'],
  ['/docs/accepting-a-payment', 'Accept a payment', 'Redirect, popup or button in your shop.'],
  ['/docs/testing', 'Testing', 'Amounts that complete, fail or expire.'],
  ['/docs/webhooks', 'Webhooks', 'Receive and verify events.'],
  ['/docs/api', 'API reference', 'Every operation, field and error.'],
  ['/dashboard', 'Dashboard', 'Payments, refunds, invoices, keys and members.'],
] as const;
