import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf, guides, root, runLanguages, textOf } from './blocks.ts';
import { differences, envelopesIn } from './shapes.ts';

describe('a block in a guide', () => {
  it('is of a language that is run, or of one that is only read', () => {
    expect(guides().flatMap((guide) => blocksOf(guide)).length).toBeGreaterThan(60);
    for (const info of ['', 'bash', 'javascript', 'console', 'yaml']) {
      expect(() => blocksOf('x.md', `\`\`\`${info}\nnode\n\`\`\``)).toThrow('x.md:1');
    }
  });

  it('is left out by a known reason alone, and few are', () => {
    expect(() => blocksOf('x.md', '```sh no-run\nls\n```')).toThrow('no-run: with one of');
    expect(() => blocksOf('x.md', '```sh no-run:lazy\nls\n```')).toThrow('no-run: with one of');
    expect(() => blocksOf('x.md', '```sh skip\nls\n```')).toThrow('means nothing');
    const all = guides()
      .flatMap((guide) => blocksOf(guide))
      .filter(({ language }) => runLanguages.includes(language));
    const left = all.filter(({ notRun }) => notRun !== null);
    process.stderr.write(
      `Blocks of guides that are not run: ${left.map(({ guide, line, notRun }) => `${guide}:${line} ${notRun}`).join(', ')}\n`,
    );
    expect(left.length).toBeLessThanOrEqual(all.length / 6);
  });

  it('is found in a list too, and must end', () => {
    const [block] = blocksOf('x.md', '- so:\n\n  ```sh file:a.sh\n  ls\n    -l\n  ```\n');
    expect(block).toMatchObject({ language: 'sh', line: 3, file: 'a.sh', code: 'ls\n  -l\n' });
    expect(() => blocksOf('x.md', '```sh\nls\n')).toThrow('does not end');
  });
});

describe('an answer that is shown', () => {
  const real = { success: true, data: { payment_id: `pay_${'0'.repeat(26)}`, amount: '1.00', tags: [1] } };

  it('is compared by keys, types, kinds of ids and lists', () => {
    const shown = (data: object) => differences({ success: true, data: { ...real.data, ...data } }, real);
    expect(shown({})).toEqual([]);
    expect(shown({ more: 1 })).toEqual(['data.more is shown and does not exist']);
    expect(shown({ amount: 1 })).toEqual(['data.amount is shown as number and is a decimal string']);
    expect(shown({ payment_id: `inv_${'0'.repeat(26)}` })).toHaveLength(1);
    expect(shown({ tags: ['x'] })).toHaveLength(1);
    expect(differences({ success: true, data: {} }, real)).toContain('data.amount is not shown');
  });

  it('is found among headers and other answers', () => {
    const text = `HTTP/1.1 200 OK\r\n\r\n{"success":true,"data":{"a":"}\\""}}{"success":false,"error":{}}\nmore`;
    expect(envelopesIn(text)).toEqual([
      { success: true, data: { a: '}"' } },
      { success: false, error: {} },
    ]);
  });
});

describe('links in the guides', () => {
  const written = [...guides(), 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

  it.each(written)('lead somewhere: %s', (guide) => {
    const broken = linksOf(guide).filter((link) => !exists(guide, link));
    expect(broken).toEqual([]);
  });

  it('lead from the index to each guide', () => {
    const listed = linksOf('docs/README.md').map((link) => `docs/${link.replace(/#.*/, '')}`);
    const unlisted = guides().filter((guide) => guide.startsWith('docs/') && !listed.includes(guide));
    expect(unlisted).toEqual(['docs/README.md']);
  });
});

function linksOf(guide: string): string[] {
  const prose = textOf(guide).replace(/```[\s\S]*?```/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link));
}

function exists(guide: string, link: string): boolean {
  const [path = '', anchor] = link.split('#', 2);
  const target = path === '' ? guide : join(dirname(guide), path);
  if (!existsSync(root + target)) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

/** As GitHub makes them from headings. */
function anchorsOf(guide: string): string[] {
  return [...textOf(guide).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
