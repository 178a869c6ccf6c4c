import type { Offer } from './api.ts';
import type { Settings } from './settings.ts';
import { words } from './words.ts';

type Spoken = Pick<Settings, 'label' | 'locale' | 'tag'>;

/** What stands on the button; without a price while it is not known. */
export function labelOf(
  { label, locale, tag }: Spoken,
  offer: Pick<Offer, 'amount' | 'currency'> | null,
): string {
  const amount = offer
    ? new Intl.NumberFormat(tag, { style: 'currency', currency: offer.currency }).format(Number(offer.amount))
    : '';
  return (label ?? words[locale].pay).replace('{amount}', () => amount).trim();
}
