/** Where a merchant wants to be asked. Both may be set. */
export interface ContactRow {
  support_email: string | null;
  support_url: string | null;
}

/** A way to reach the merchant, as a link. */
export interface Contact {
  text: string;
  href: string;
}

/** Longer paths would take several lines of a note. */
const maxPathLength = 60;

/** The page first: it may answer without a letter. Empty if the merchant has set neither. */
export function contactsOf({ support_url, support_email }: ContactRow): Contact[] {
  return [
    ...(support_url ? [pageContact(support_url)] : []),
    ...(support_email ? [{ text: support_email, href: `mailto:${support_email}` }] : []),
  ];
}

function pageContact(stored: string): Contact {
  const url = new URL(stored);
  const path = url.pathname.replace(/\/$/, '');
  return { text: path.length > maxPathLength ? url.host : url.host + path, href: url.href };
}
