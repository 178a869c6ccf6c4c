/** Configuration that the server embeds in the page. Available before sign-in. */
export interface Facts {
  /** Path prefix of the site, if it is served below one. */
  site_path: string;
  sign_up_open: boolean;
  sends_mail: boolean;
  style_nonce: string;
  /** Files of the checkout that the branding page shows; null without a build. */
  checkout_preview: { script: string; styles: string[] } | null;
  chains: { chain: string; name: string; tokens: string[] }[];
  tokens: string[];
  currencies: string[];
}

const text = document.getElementById('dashboard-facts')?.textContent;
if (!text) throw new Error('The page has no dashboard-facts element.');
export const facts: Facts = JSON.parse(text);

/** How many chains and tokens exist. A list of that length means "all". */
export const paymentOptionCounts = { chains: facts.chains.length, tokens: facts.tokens.length };

export function chainName(chain: string): string {
  return facts.chains.find((known) => known.chain === chain)?.name ?? chain;
}
