/** Marks of chains and tokens. Files of their own, so that they cost no script. */
const marks = import.meta.glob<string>('./marks/*.svg', { eager: true, query: '?url', import: 'default' });

/** `name` is a chain id or a token symbol. Decorative: the text beside it names the chain or token. */
export function Glyph({ name, round = false }: { name: string; round?: boolean }) {
  const mark = marks[`./marks/${name.toLowerCase()}.svg`];
  return (
    <span class={`glyph${round ? ' glyph-round' : ''}`} aria-hidden="true">
      {mark ? <img src={mark} alt="" width="32" height="32" /> : name.slice(0, 1).toUpperCase()}
    </span>
  );
}
