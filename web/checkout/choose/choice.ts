import type { CheckoutOption, Choice } from '../checkout-state.ts';

const stablecoins: Choice['token'][] = ['USDC', 'USDT', 'DAI', 'BUSD'];

/** A stablecoin if there is one, since most people pay with those; otherwise the first token. */
export function preferredToken(option: CheckoutOption): Choice['token'] | undefined {
  const tokens = option.tokens.map(({ token }) => token);
  return stablecoins.find((token) => tokens.includes(token)) ?? tokens[0];
}

/** The preselected option: the fastest network, or the first of several that are equally fast. */
export function defaultChoice(options: readonly CheckoutOption[]): Choice | null {
  let best: CheckoutOption | undefined;
  for (const option of options) {
    if (option.tokens.length > 0 && (!best || option.typical_seconds < best.typical_seconds)) best = option;
  }
  const token = best && preferredToken(best);
  return best && token !== undefined ? { chain: best.chain, token } : null;
}

/** The customer's selection, or the nearest option that is still offered. */
export function effectiveChoice(options: readonly CheckoutOption[], wanted: Choice | null): Choice | null {
  const option = options.find(({ chain }) => chain === wanted?.chain);
  if (!option || !wanted) return defaultChoice(options);
  if (option.tokens.some(({ token }) => token === wanted.token)) return wanted;
  const token = preferredToken(option);
  return token === undefined ? defaultChoice(options) : { chain: option.chain, token };
}

export function chosenToken(
  options: readonly CheckoutOption[],
  choice: Choice,
): CheckoutOption['tokens'][number] | undefined {
  return options
    .find(({ chain }) => chain === choice.chain)
    ?.tokens.find(({ token }) => token === choice.token);
}

/** Falls back to the id: names come with the options, and a settled payment has none. */
export function chainName(options: readonly CheckoutOption[], chain: string): string {
  return options.find((option) => option.chain === chain)?.chain_name ?? chain;
}
