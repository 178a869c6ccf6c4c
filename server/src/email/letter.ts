/** Of the subject of any message. */
export const maxSubjectLength = 150;

/** What a message shows, in order, before it is markup or plain text. Every value in it is one harmless line. */
export interface Letter {
  subject: string;
  /** What lists of mail show behind the subject. */
  preview: string;
  title: string;
  /** The one figure that matters. */
  amount: string;
  caption: string;
  action: Action | null;
  facts: Fact[];
  items: { title: string; lines: Item[]; more: string | null } | null;
  totals: { label: string; value: string; isTotal: boolean }[];
  /** What the merchant wrote, line by line. */
  note: { label: string; lines: string[] } | null;
  closing: string;
}

export interface Action {
  label: string;
  url: string;
  /** For those whose button does not work. */
  hint: string;
  /** Something the reader is asked to do, and not only may. */
  isAsked: boolean;
}

export interface Fact {
  label: string;
  value: string;
  /** Hashes and addresses: long, without a place to break. */
  isCode?: boolean;
}

interface Item {
  description: string;
  detail: string;
  amount: string;
}

/** Who the message is from, and where it belongs. */
export interface Shop {
  name: string;
  email: string | null;
}
