import type { SearchEntry } from '../../server/src/platform/pages/guides.ts';

const maxResults = 12;
const pageOfThatName = 1000;

/** The sections that contain every word of the query, or a word that begins with it. Titles count more than text. */
export function find(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const asked = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (asked.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, asked) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxResults)
    .map(({ entry }) => entry);
}

/** 0 unless all words are found. */
function scoreOf({ page, heading, words }: SearchEntry, asked: readonly string[]): number {
  const places = [
    { text: ` ${page.toLowerCase()} `, weight: heading === '' ? 12 : 3 },
    { text: ` ${heading.toLowerCase()} `, weight: 8 },
    { text: ` ${words} `, weight: 1 },
  ];
  // The page of that name comes first, whatever else speaks of it.
  let total = heading === '' && page.toLowerCase() === asked.join(' ') ? pageOfThatName : 0;
  for (const word of asked) {
    const best = Math.max(...places.map(({ text, weight }) => weight * matchOf(text, word)));
    if (best === 0) return 0;
    total += best;
  }
  return total;
}

/** Whole words count twice as much as beginnings of words. */
function matchOf(text: string, word: string): number {
  if (text.includes(` ${word} `)) return 2;
  return text.includes(` ${word}`) ? 1 : 0;
}
