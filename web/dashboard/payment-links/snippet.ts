/** Optional attributes of the script tag. Empty means the default. */
export interface SnippetOptions {
  mode: string;
  label: string;
  locale: string;
  theme: string;
}

export const plainOptions: SnippetOptions = { mode: '', label: '', locale: '', theme: '' };

interface Snippet {
  /** URL of the service, including its path. */
  site: string;
  key: string;
  buttonId: string;
  options: SnippetOptions;
}

export function snippetOf({ site, key, buttonId, options }: Snippet): string {
  const attributes = Object.entries({ key, button: buttonId, ...options })
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `data-${name}="${escapeAttribute(value.trim())}"`);
  return [`<script src="${escapeAttribute(`${site}/button.js`)}"`, ...attributes, 'async></script>'].join(
    '\n  ',
  );
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
