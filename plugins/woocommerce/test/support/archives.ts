import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Archives of WordPress and WooCommerce, for tests only: they are not part of this repository. */
export function findArchives(): { wordpress: string; woocommerce: string } {
  const folder = process.env['SHOP_ARCHIVES'] ?? '';
  const find = (name: string) => {
    const file =
      folder && existsSync(folder)
        ? readdirSync(folder).find((one) => one.startsWith(`${name}-`))
        : undefined;
    if (file) return join(folder, file);
    throw new Error(
      `No archive of ${name} in ${folder ? `SHOP_ARCHIVES (${folder})` : 'SHOP_ARCHIVES, which is not set'}. Set SHOP_ARCHIVES to a folder that holds wordpress-VERSION.tar.xz (or .tar.gz) and woocommerce-VERSION.tar.xz, each with one folder of its name: plugins/README.md says where they come from.`,
    );
  };
  return { wordpress: find('wordpress'), woocommerce: find('woocommerce') };
}
