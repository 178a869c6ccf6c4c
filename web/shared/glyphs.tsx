import { markUrl } from './mark-urls.ts';

/** `name` is a chain id or a token symbol. Decorative: the text beside it names the chain or token. */
export function Glyph({ name, round = false }: { name: string; round?: boolean }) {
  const mark = markUrl(name);
  return (
    <span class={`glyph${round ? ' glyph-round' : ''}`} aria-hidden="true">
      {mark ? <img src={mark} alt="" width="32" height="32" /> : name.slice(0, 1).toUpperCase()}
    </span>
  );
}
