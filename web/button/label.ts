import type { Settings } from './settings.ts';
import { words } from './words.ts';

type Spoken = Pick<Settings, 'label' | 'locale' | 'tag'>;

/** Text of the button; without a price until the offer is loaded. */
export function labelOf(
  { label, locale, tag }: Spoken,
  offer: { amount: string; currency: string } | null,
): string {
  // As formatMoney does, which would make the script larger than it may be. Prices are positive and small.
  const amount = offer
    ? new Intl.NumberFormat(tag, { style: 'currency', currency: offer.currency }).format(Number(offer.amount))
    : '';
  const [pay] = words[locale];
  return (label ?? pay).replace('{amount}', () => amount).trim();
}
