/** ISO 4217 codes amounts may be in. All have two decimals. */
export const currencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD'] as const;
export type Currency = (typeof currencies)[number];
