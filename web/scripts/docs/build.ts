import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { GuidePage, Guides, SearchEntry } from '../../../server/src/platform/pages/guides.ts';
import { renderMarkdown } from './markdown.ts';
import { openApiDocument } from './openapi.ts';
import { groups, root, type Source, sources } from './pages.ts';
import { pictures } from './pictures.ts';
import { referencePages } from './reference.ts';
import { searchEntries } from './search-index.ts';

/** Renders the guides and the API reference into the folder of the built pages. Runs after Vite, which empties it. */
const dist = new URL('../../dist/', import.meta.url);

async function renderGuide({ file }: Source): Promise<GuidePage> {
  const markdown = await readFile(root + file, 'utf8');
  const { body, headings } = renderMarkdown(markdown, file);
  const title = headings.find(({ level }) => level === 1)?.text;
  if (title === undefined) throw new Error(`${file} has no heading.`);
  return { title, body: body.markup, sections: headings.filter(({ level }) => level === 2 || level === 3) };
}

const rendered = await Promise.all(
  sources.map(async (source) => [source.slug, await renderGuide(source)] as const),
);
const reference = referencePages(await openApiDocument());
const pages: Record<string, GuidePage> = { ...Object.fromEntries(rendered), ...reference };
const labelOf = ({ slug, label }: Source) => label ?? pages[slug]?.title ?? slug;
const entries: SearchEntry[] = Object.entries(pages).flatMap(([slug, { title, body }]) =>
  searchEntries(slug, title, body),
);
const index = JSON.stringify(entries);
const searchFile = `search-${createHash('sha256').update(index).digest('base64url').slice(0, 8)}.json`;
const guides: Guides = {
  groups: groups.map(({ title, sources: own }) => ({
    title,
    pages: own.map((source) => ({ slug: source.slug, label: labelOf(source) })),
  })),
  reference: Object.entries(reference).map(([slug, { title }]) => ({
    slug,
    label: title.replace(/ API$| of the API$/, ''),
  })),
  pages,
  searchFile,
};
await writeFile(new URL(`assets/${searchFile}`, dist), index);
for (const { name, bytes } of pictures.values()) await writeFile(new URL(`assets/${name}`, dist), bytes);
await writeFile(new URL('docs.json', dist), JSON.stringify(guides));
