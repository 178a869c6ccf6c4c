import type { SearchEntry } from '../../../server/src/platform/pages/guides.ts';
import { Html } from '../../../server/src/platform/pages/html.ts';
import { plain } from './markdown.ts';

const tooCommon = new Set(
  'a an and are as at be by can for from has have if in is it its not of on or so that the their them then there they this to was when which with you your'.split(
    ' ',
  ),
);

/** One entry for the beginning of a page and for each of its sections. */
export function searchEntries(slug: string, title: string, body: string): SearchEntry[] {
  const [intro = '', ...sections] = body.split(/(?=<h[234] id=)/);
  const entry = (heading: string, anchor: string, text: string): SearchEntry => ({
    slug,
    page: title,
    heading,
    anchor,
    words: wordsOf(text),
  });
  return [
    entry('', '', intro),
    ...sections.map((section) => {
      const [, anchor = '', heading = ''] = /^<h\d id="([^"]*)">(.*?)<\/h\d>/s.exec(section) ?? [];
      return entry(plain(new Html(heading)), anchor, section);
    }),
  ];
}

function wordsOf(markup: string): string {
  const text = plain(new Html(markup.replaceAll('><', '> <'))).toLowerCase();
  const words = text.match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
  return [...new Set(words)].filter((word) => !tooCommon.has(word) && word.length <= 30).join(' ');
}
