import type { Choice, Option } from './checkout-state.ts';

const stablecoins = ['USDC', 'USDT', 'DAI', 'BUSD'];

/** A token that keeps its price, since that is what most people hold to pay with; else the first. */
export function preferredToken(option: Option): string | undefined {
  const tokens = option.tokens.map(({ token }) => token);
  return stablecoins.find((token) => tokens.includes(token)) ?? tokens[0];
}

/** Preselected, never sent by itself: the quickest network, the first of them when several are. */
export function defaultChoice(options: readonly Option[]): Choice | null {
  let best: Option | undefined;
  for (const option of options) {
    if (option.tokens.length > 0 && (!best || option.typical_seconds < best.typical_seconds)) best = option;
  }
  const token = best && preferredToken(best);
  return best && token !== undefined ? { chain: best.chain, token } : null;
}

/** What is selected on the page, as long as the payment still offers it. */
export function effectiveChoice(options: readonly Option[], wanted: Choice | null): Choice | null {
  const option = options.find(({ chain }) => chain === wanted?.chain);
  if (!option || !wanted) return defaultChoice(options);
  if (option.tokens.some(({ token }) => token === wanted.token)) return wanted;
  const token = preferredToken(option);
  return token === undefined ? defaultChoice(options) : { chain: option.chain, token };
}

export function optionAmount(options: readonly Option[], choice: Choice): string | undefined {
  return options
    .find(({ chain }) => chain === choice.chain)
    ?.tokens.find(({ token }) => token === choice.token)?.token_amount;
}

/** Names of chains do not change, but they come with the options and a settled payment has none. */
export function chainName(options: readonly Option[], chain: string): string {
  return options.find((option) => option.chain === chain)?.chain_name ?? chain;
}
