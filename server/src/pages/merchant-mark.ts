import type { Branding } from '../merchants/branding.ts';
import type { Contact } from '../merchants/contacts.ts';
import { type Html, html } from '../platform/pages/html.ts';

/** The merchant's logo, or the first letter of its name. */
export function merchantMark({ name, logo_url: logoUrl }: Pick<Branding, 'name' | 'logo_url'>): Html {
  return logoUrl
    ? html`<img class="shell-logo" src="${logoUrl}" alt="" width="40" height="40">`
    : html`<span class="mark mark-letter" aria-hidden="true">${initialOf(name)}</span>`;
}

function initialOf(name: string): string {
  return Array.from(name.trim())[0]?.toUpperCase() ?? '';
}

/** Where to reach the merchant, after a sentence that says to ask. Nothing if it has set nothing. */
export function contactLinks(contacts: Contact[]): Html[] {
  return contacts.map(
    ({ text, href }, index) =>
      html` ${index > 0 ? '· ' : ''}<a href="${href}" rel="noopener noreferrer">${text}</a>`,
  );
}
