export const maxSubjectLength = 150;

/** The content of a message in display order, rendered as HTML and as plain text. */
export interface Letter {
  subject: string;
  /** The preview text an inbox shows after the subject. */
  preview: string;
  title: string;
  /** The headline: the amount, or a title in mail without one. */
  amount: string;
  caption: string;
  action: Action | null;
  facts: Fact[];
  items: { title: string; lines: Item[]; more: string | null } | null;
  totals: { label: string; value: string; isTotal: boolean }[];
  /** The merchant's own text, one entry per line. */
  note: { label: string; lines: string[] } | null;
  closing: string;
  /** For mail that its reader can turn off. */
  unsubscribe?: { label: string; url: string };
}

export interface Action {
  label: string;
  url: string;
  /** Shown above the plain link, for readers whose button does not work. */
  hint: string;
  /** True for the primary action, false for an optional one. */
  isAsked: boolean;
}

export interface Fact {
  label: string;
  value: string;
  /** For hashes and addresses, which are long and have no spaces. */
  isCode?: boolean;
}

interface Item {
  description: string;
  detail: string;
  amount: string;
}

/** The merchant the message is from. */
export interface Shop {
  name: string;
  email: string | null;
  /** Its support page, for customers. */
  page?: string | null;
}
