import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { root } from './pages.ts';

/** A picture of the guides, as the pages show it. */
export interface Picture {
  /** In the folder of assets. By its content, so that browsers may keep it for good. */
  name: string;
  bytes: Buffer;
  width: number;
  height: number;
}

const folder = 'docs/images';

/** By their paths in the repository. */
export const pictures: ReadonlyMap<string, Picture> = new Map(
  readdirSync(root + folder)
    .filter((file) => file.endsWith('.png'))
    .map((file) => [`${folder}/${file}`, readPicture(file)]),
);

function readPicture(file: string): Picture {
  const bytes = readFileSync(`${root}${folder}/${file}`);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  // The first chunk of a PNG begins with its size.
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return { name: `${file.slice(0, -'.png'.length)}-${hash}.png`, bytes, width, height };
}

/** The picture that a Markdown file shows. Null for those of other sites, which the pages never load. */
export function pictureOf(file: string, target: string): Picture | null {
  return pictures.get(posix.join(posix.dirname(file), target)) ?? null;
}
