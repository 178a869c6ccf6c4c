import { type Token, tokens } from '../../lib/chains/registry.ts';
import { type Currency, currencies } from '../../lib/currencies.ts';
import { listOf, type Parser } from './parsers.ts';

/** Everything with a price in USD: tokens, and currencies other than USD. */
export type Asset = Token | Exclude<Currency, 'USD'>;

export const assets: readonly Asset[] = [...tokens, ...currencies.filter((currency) => currency !== 'USD')];

export const rateSourceNames = ['coinbase', 'kraken', 'chainlink'] as const;
export type RateSourceName = (typeof rateSourceNames)[number];

/** Off in live mode unless TOKENS_ON names them: BUSD has not been redeemable since 2024. */
export const offByDefault: readonly Token[] = ['BUSD'];

/** How live prices are made. */
export interface RateSettings {
  /** USD for one unit, as decimals. These assets are not polled. */
  fixed: Partial<Record<Asset, string>>;
  /** How much less than the market a volatile token counts for, in hundredths of a percent. */
  spreadBps: number;
  sources: RateSourceName[];
  tokensOff: Token[];
}

/** One source alone could never be confirmed by another, so it is at least two, or none for fixed rates only. */
export const rateSources: Parser<RateSourceName[]> = {
  expected: `none, or a comma-separated list of at least two of ${rateSourceNames.join(', ')}`,
  parse: (text) => {
    if (text === 'none') return [];
    const names = namesOf(rateSourceNames, text);
    return names && names.length >= 2 ? names : undefined;
  },
};

export const fixedRates: Parser<RateSettings['fixed']> = {
  expected:
    'a comma-separated list such as EUR=1.08,BUSD=1: tokens and currencies other than USD, with positive decimals of at most eight places',
  parse: (text) => {
    const fixed: RateSettings['fixed'] = {};
    for (const part of listOf(text)) {
      const match = /^([A-Z]+)\s*=\s*(\d{1,9}(?:\.\d{1,8})?)$/.exec(part);
      const asset = assets.find((name) => name === match?.[1]);
      const value = match?.[2];
      if (!asset || !value || !/[1-9]/.test(value) || fixed[asset] !== undefined) return undefined;
      fixed[asset] = value;
    }
    return fixed;
  },
};

export const tokensToHide: Parser<Token[]> = {
  expected: 'a comma-separated list of different tokens',
  parse: (text) => namesOf(tokens, text),
};

export const tokensToShow: Parser<Token[]> = {
  expected: `empty or ${offByDefault.join(', ')}: all other tokens are on unless TOKENS_OFF names them`,
  parse: (text) => namesOf(offByDefault, text),
};

/** Undefined unless all names are known and each is there once. */
function namesOf<Name extends string>(known: readonly Name[], text: string): Name[] | undefined {
  const given = listOf(text);
  const found = known.filter((name) => given.includes(name));
  return found.length === given.length ? found : undefined;
}
