import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const library = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'));
const imported = [...read(here('library.css')).matchAll(/core\/styles\/(\w[\w-]*)\.layer\.css/g)].map(
  ([, name = '']) => `${name}.css`,
);

it('imports the styles of every Mantine component in the build, and no others', () => {
  const assets = here('../../dist/assets/');
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  const code = scripts.map((file) => read(join(assets, file))).join();
  const needed = readdirSync(join(library, 'styles')).filter((file) => {
    if (file.endsWith('.layer.css')) return false;
    const classes = read(join(library, 'styles', file)).match(/\.m_[0-9a-f]+/g);
    // Files without component classes style the whole page.
    return classes === null || classes.some((name) => code.includes(name.slice(1)));
  });
  expect(imported.toSorted()).toEqual(needed.toSorted());
});

it('imports the styles in the order of Mantine, because later rules win', () => {
  const whole = read(join(library, 'styles.css'));
  const places = imported.map((file) => whole.indexOf(read(join(library, 'styles', file)).trim()));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});

it('leaves nothing of Mantine outside its layer, where it would win over styles that are loaded before it', () => {
  const unlayered = [...read(here('library.css')).matchAll(/@import "([^"]+)"/g)]
    .map(([, file = '']) => file)
    .filter((file) => !file.endsWith('.layer.css'));
  expect(unlayered).toEqual([]);
});
