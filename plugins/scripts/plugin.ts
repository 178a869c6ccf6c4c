import { statSync } from 'node:fs';
import { packMedusa } from './medusa.ts';
import { packWooCommerce } from './woocommerce.ts';

/** Packs a plug-in into the file that its shop takes: `npm run plugin -- woocommerce`. */
const packers: Record<string, () => string> = { medusa: packMedusa, woocommerce: packWooCommerce };

const name = process.argv[2] ?? '';
const pack = packers[name];
if (pack) {
  const path = pack();
  process.stdout.write(`${path} (${Math.ceil(statSync(path).size / 1024)} KiB)\n`);
} else {
  process.stderr.write(`Usage: npm run plugin -- ${Object.keys(packers).join(' | ')}\n`);
  process.exitCode = 1;
}
