import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWordPress, type WordPress } from './support/wordpress.ts';
let wp: WordPress;
beforeAll(async () => { wp = await startWordPress(); });
afterAll(() => wp?.stop());
it('runs', async () => {
  console.log(wp.url, wp.pages);
  console.log(await wp.php('return [get_option("active_plugins"), class_exists("Causeway\\\\WooCommerce\\\\Gateway")];'));
});
