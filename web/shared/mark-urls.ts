/** Marks of chains and tokens. Files of their own, so that they cost no script. */
const marks = import.meta.glob<string>('./marks/*.svg', { eager: true, query: '?url', import: 'default' });

/** `name` is a chain id or a token symbol. */
export function markUrl(name: string): string | undefined {
  return marks[`./marks/${name.toLowerCase()}.svg`];
}
