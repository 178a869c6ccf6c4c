import { Html, html } from '../platform/pages/html.ts';

/** The entries of the navigation that every member sees, in its order and groups. */
const groups = [
  ['Home'],
  ['Payments', 'Refunds', 'Unapplied money', 'Invoices'],
  ['Balances', 'Payouts', 'Approvals'],
  ['Payment links', 'Buttons'],
  ['Developers', 'Settings'],
];

/** Small, because it is in every document of the dashboard. */
const styles = `
.sk{--l:#e4e7ec;--t:#f6f7f9;--c:#596273;--b:#fff;position:fixed;inset:0;background:var(--b);color:var(--c);font:500 14px system-ui,sans-serif}
.sk-top{height:54px;padding:0 20px;line-height:54px;border-bottom:1px solid var(--l)}
.sk-nav{position:absolute;top:55px;bottom:0;width:232px;box-sizing:border-box;padding:12px 24px;border-right:1px solid var(--l);background:var(--t);line-height:34px}
.sk-nav p{margin:0 0 12px;padding-left:32px}
.sk-main{position:absolute;inset:87px 32px 0 264px}
.sk-main i{display:block;height:28px;width:160px;margin-bottom:24px;border-radius:8px;background:var(--l)}
.sk-main i+i{height:120px;width:100%}
@media(prefers-color-scheme:dark){.sk{--l:#2c313b;--t:#14161b;--c:#a0a8b8;--b:#101216}}
@media(max-width:48em){.sk-nav{display:none}.sk-main{inset:71px 16px 0}}`;

/** The same for the pages without sign-in. */
export function openPageSkeleton(styleNonce: string): string {
  return html`<style nonce="${styleNonce}">${new Html(styles)}</style><div class="sk" id="skeleton" role="status" aria-label="Loading"><div class="sk-top">Causeway</div></div>`
    .markup;
}

/** What is seen until the scripts are there, which takes seconds on a slow line. */
export function pageSkeleton(styleNonce: string): string {
  return html`<style nonce="${styleNonce}">${new Html(styles)}</style><div class="sk" id="skeleton" role="status" aria-label="Loading"><div class="sk-top">Causeway</div><div class="sk-nav" aria-hidden="true">${groups.map((names) => html`<p>${names.map((name) => html`<span>${name}</span><br>`)}</p>`)}</div><div class="sk-main"><i></i><i></i><i></i></div></div>`
    .markup;
}
