import { type Desk, type Tool, ToolProblem, text } from '../tool.ts';

/** The guides of the service that is connected, so that they fit its version. */

const mostSections = 8;
const mostCharacters = 12_000;

interface Section {
  slug: string;
  page: string;
  heading: string;
  anchor: string;
  words: string;
}

export const searchGuides: Tool = {
  name: 'search_guides',
  title: 'Search the guides',
  description:
    'Finds sections of the guides that contain the words, best first, with their links. Reads only.',
  input: {
    type: 'object',
    required: ['query'],
    properties: { query: { type: 'string', minLength: 2, maxLength: 200 } },
  },
  writes: false,
  async run(args, desk) {
    const words = (text(args, 'query') ?? '').toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
    const ranked = (await sections(desk))
      .map((section) => ({ section, score: scoreOf(section, words) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, mostSections);
    return {
      sections: ranked.map(({ section: { slug, page, heading, anchor } }) => ({
        guide: slug,
        title: heading ? `${page}: ${heading}` : page,
        link: `${desk.site}/docs/${slug}${anchor ? `#${anchor}` : ''}`,
      })),
      next: 'Read one with read_guide.',
    };
  },
};

export const readGuide: Tool = {
  name: 'read_guide',
  title: 'Read a guide',
  description: 'Returns the text of a guide, such as "webhooks" or "refunds". Reads only.',
  input: {
    type: 'object',
    required: ['guide'],
    properties: {
      guide: { type: 'string', pattern: '^[a-z0-9-]+$', maxLength: 60 },
      offset: {
        type: 'integer',
        minimum: 0,
        default: 0,
        description: 'For long guides: next_offset of the call before.',
      },
    },
  },
  writes: false,
  async run(args, desk) {
    const guide = text(args, 'guide') ?? '';
    const offset = typeof args['offset'] === 'number' ? args['offset'] : 0;
    const all = plain(mainOf(await desk.read(`/docs/${guide}`)));
    const end = offset + mostCharacters;
    return {
      text: all.slice(offset, end),
      ...(end < all.length ? { next_offset: end } : {}),
      link: `${desk.site}/docs/${guide}`,
    };
  },
};

export const explainError: Tool = {
  name: 'explain_error',
  title: 'Explain an error code',
  description:
    'Says when the API returns an error code, such as PAYMENT_NOT_REFUNDABLE, and what to do. Reads only.',
  input: {
    type: 'object',
    required: ['code'],
    properties: { code: { type: 'string', pattern: '^[A-Z_]+$', maxLength: 60 } },
  },
  writes: false,
  async run(args, desk) {
    const code = text(args, 'code') ?? '';
    const rows = mainOf(await desk.read('/docs/errors')).match(/<tr>.*?<\/tr>/gs) ?? [];
    const cells = rows.map((row) => (row.match(/<td>.*?<\/td>/gs) ?? []).map(plain));
    const found = cells.find(([first]) => first === code);
    if (!found) throw new ToolProblem(`"${code}" is not an error code of this service. Use search_guides.`);
    const [, status, when, what_to_do] = found;
    return { code, status, when, what_to_do, link: `${desk.site}/docs/errors` };
  },
};

async function sections(desk: Desk): Promise<Section[]> {
  const index = /data-index="[^"]*(\/assets\/[^"]+)"/.exec(await desk.read('/docs/'))?.[1];
  if (!index)
    throw new ToolProblem(
      'This service does not serve its guides. Build its pages, or read docs/ of the repository.',
    );
  return JSON.parse(await desk.read(index));
}

/** Words in a heading say more about a section than words in its text. */
function scoreOf({ page, heading, words }: Section, wanted: string[]): number {
  const title = `${page} ${heading}`.toLowerCase();
  const has = new Set(words.split(' '));
  return wanted.reduce((score, word) => score + (title.includes(word) ? 3 : 0) + (has.has(word) ? 1 : 0), 0);
}

const mainOf = (html: string) => /<main.*?<\/main>/s.exec(html)?.[0] ?? html;

function plain(html: string): string {
  return html
    .replace(/<(?:script|style)\b.*?<\/(?:script|style)>/gs, '')
    .replace(/<\/(?:p|h\d|li|tr|pre|div)>/g, '\n')
    .replace(/<\/t[dh]>/g, ' | ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^[\s|]+|[\s|]+$/g, '');
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
