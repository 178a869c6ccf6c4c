/** What the server sends with the page, before anybody is signed in. */
export interface Facts {
  /** Path of the site, when it is served below one. */
  site_path: string;
  sign_up_open: boolean;
  style_nonce: string;
  chains: { chain: string; name: string; tokens: string[] }[];
  tokens: string[];
  currencies: string[];
  settlement_currencies: string[];
}

const text = document.getElementById('dashboard-facts')?.textContent;
if (!text) throw new Error('The page came without its facts.');
export const facts: Facts = JSON.parse(text);

export function chainName(chain: string): string {
  return facts.chains.find((known) => known.chain === chain)?.name ?? chain;
}
