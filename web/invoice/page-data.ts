/** What the server tells the script, beside the page itself. */
export interface PageData {
  /** Of the page, below the site. */
  path: string;
  /** What the page shows; when the server says otherwise, it is out of date. */
  known: Known;
  /** Why Pay Now did nothing, in the page's language. */
  error: { paid: string; closed: string; tooMany: string; unreachable: string; other: string };
}

export interface Known {
  status: string;
  under_way: string | null;
  payable: boolean;
}

/** Null on a page that only says something. */
export function readPage(from: Document): PageData | null {
  const text = from.getElementById('invoice-page')?.textContent;
  return text ? JSON.parse(text) : null;
}
