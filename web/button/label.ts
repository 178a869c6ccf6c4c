import { formatMoney } from '../shared/format.ts';
import type { Settings } from './settings.ts';
import { words } from './words.ts';

type Spoken = Pick<Settings, 'label' | 'locale' | 'tag'>;

/** Text of the button; without a price until the offer is loaded. */
export function labelOf(
  { label, locale, tag }: Spoken,
  offer: { amount: string; currency: string } | null,
): string {
  const amount = offer ? formatMoney(tag, offer.amount, offer.currency) : '';
  return (label ?? words[locale].pay).replace('{amount}', () => amount).trim();
}
