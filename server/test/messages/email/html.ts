/**
 * Reads markup of the strictest kind only: every attribute in double quotes, every < and & escaped. What it accepts, all
 * mail programs read the same way; at anything else it throws.
 */
export interface Markup {
  /** Tags with their attributes, comments and the places of texts. */
  skeleton: string[];
  /** What is between tags and in attributes that carry values, decoded, in order. */
  texts: string[];
}

const tag = /^<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>$/;
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};
const voidTags = new Set(['meta', 'br', 'img']);

export function readMarkup(html: string): Markup {
  const skeleton: string[] = [];
  const texts: string[] = [];
  const open: string[] = [];
  for (const token of html.match(/<!--.*?-->|<!DOCTYPE html>|<style>.*?<\/style>|<[^>]*>|[^<]+/gs) ?? []) {
    if (!token.startsWith('<')) {
      texts.push(decode(token));
      skeleton.push('text');
    } else if (/^<(!|style>)/.test(token)) {
      skeleton.push(token);
    } else {
      skeleton.push(readTag(token, open, texts));
    }
  }
  if (open.length > 0) throw new Error(`not closed: ${open}`);
  if (skeleton.join('').length === 0) throw new Error('no markup');
  return { skeleton, texts };
}

function readTag(token: string, open: string[], texts: string[]): string {
  const match = tag.exec(token);
  if (!match) throw new Error(`not a plain tag: ${token}`);
  const [, slash, name = '', attributes = ''] = match;
  if (slash && open.pop() !== name) throw new Error(`unexpected ${token}`);
  if (!slash && !voidTags.has(name)) open.push(name);
  const kept = attributes.replace(/ (href|src|alt)="([^"]*)"/g, (_all, attribute, value) => {
    texts.push(decode(value));
    return ` ${attribute}`;
  });
  return `<${slash}${name}${kept}>`;
}

function decode(text: string): string {
  return text.replace(/&(?:([a-z]+|#39|#\d{3,5});)?/g, (all, name) => {
    const character = name ? (entities[name] ?? (/^#\d+$/.test(name) ? '' : undefined)) : undefined;
    if (character === undefined) throw new Error(`not escaped: ${all} in ${text}`);
    return character;
  });
}
