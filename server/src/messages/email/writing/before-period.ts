/** A name at the end of a sentence, without a period of its own: "Northwind Paper Co." would end it with two. */
export function beforePeriod(name: string): string {
  return name.replace(/\.$/, '');
}
