import { fixedRates } from '../src/treasury/prices/fixed-rates.ts';
import type { RateSource } from '../src/treasury/prices/rates.ts';

const percent = 100n;

/** Prices of one history: the fixed ones, until ETH jumps or nobody knows its price. */
export class Prices {
  /** Of the usual price of ETH; null while it is unknown. */
  ethPercent: bigint | null = percent;

  readonly rates: RateSource = {
    ...fixedRates,
    usdPerToken: (token) => {
      const usual = fixedRates.usdPerToken(token);
      if (token !== 'ETH' || usual === null) return usual;
      return this.ethPercent === null ? null : (usual * this.ethPercent) / percent;
    },
  };

  calm(): void {
    this.ethPercent = percent;
  }
}
