/** Text of the page that no other page has. A language that lacks an entry does not compile. */
export interface LinkPageWords {
  notFoundTitle: string;
  notFoundText: string;
  /** Label of the field. */
  amount(currency: string): string;
  between(least: string, most: string): string;
  atLeast(least: string): string;
  atMost(most: string): string;
  proceed: string;
  inactive(shop: string): string;
  expired(shop: string): string;
  usedUp(shop: string): string;
  malformed: string;
  tooSmall: string;
  tooLarge: string;
  busy: string;
}
