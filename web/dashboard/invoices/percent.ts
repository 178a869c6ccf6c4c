/** Tax rates are fractions in the API and percentages in forms. Converted as text, to avoid rounding errors. */

/** "8" becomes "0.08". Anything but a plain decimal is returned unchanged, for the API to reject. */
export function fractionOf(percent: string): string {
  const text = percent.trim();
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return text;
  const whole = (match[1] ?? '').padStart(3, '0');
  const decimals = `${whole.slice(-2)}${match[2] ?? ''}`.replace(/0+$/, '');
  const units = whole.slice(0, -2).replace(/^0+(?=\d)/, '');
  return decimals === '' ? units : `${units}.${decimals}`;
}

/** "0.085" becomes "8.5". */
export function percentOf(fraction: string): string {
  const [units = '', decimals = ''] = fraction.split('.');
  const padded = decimals.padEnd(2, '0');
  const whole = `${units}${padded.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = padded.slice(2).replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}
