import type { InvoicePageData } from '../../server/src/pages/invoice-page/page-data.ts';
import { readPage } from './page-data.ts';

type KnownState = InvoicePageData['known'];

/** Poll intervals. The server allows 120 reads a minute per IP address. */
const everyMs = { processing: 3000, open: 15_000 };
const timeoutMs = 20_000;

/** Polls for changes made elsewhere (paid, voided, expired) and updates the page. */
export function followNews(page: InvoicePageData): { check(): Promise<void> } {
  let { known } = page;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let checking: Promise<void> | undefined;

  async function look(): Promise<void> {
    clearTimeout(timer);
    try {
      const state = await readState(`${page.path}/state`);
      if (state && !same(state, known)) known = (await showAgain()) ?? known;
    } catch {
      // No connection: keep the page and try again at the next poll.
    }
    wait();
  }

  function check(): Promise<void> {
    checking ??= look().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  function wait(): void {
    clearTimeout(timer);
    if (known.status !== 'open' || document.visibilityState === 'hidden') return;
    timer = setTimeout(check, known.under_way === 'processing' ? everyMs.processing : everyMs.open);
  }

  document.addEventListener(
    'visibilitychange',
    () => void (document.visibilityState === 'visible' && check()),
  );
  addEventListener('pageshow', ({ persisted }) => void (persisted && check()));
  addEventListener('online', () => void check());
  showPrintButton();
  wait();
  return { check };
}

async function readState(url: string): Promise<KnownState | null> {
  const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
  return response.ok ? (await response.json()).data : null;
}

function same(one: KnownState, other: KnownState): boolean {
  return one.status === other.status && one.under_way === other.under_way && one.payable === other.payable;
}

/** Fetches the page again, replaces its content and announces the new status to screen readers. */
async function showAgain(): Promise<KnownState | null> {
  const response = await fetch(location.href, { signal: AbortSignal.timeout(timeoutMs) });
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  const [before, after] = [document.querySelector('main'), fresh.querySelector('main')];
  const page = readPage(fresh);
  if (!before || !after || !page) return null;
  before.replaceWith(document.adoptNode(after));
  document.title = fresh.title;
  showPrintButton();
  const badge = document.querySelector('.badge')?.textContent ?? '';
  const news = document.getElementById('news');
  if (news)
    news.textContent = `${badge} ${document.querySelector('.summary .notice:not([hidden])')?.textContent ?? ''}`;
  return page.known;
}

/** Hidden in the HTML, because it needs the script. */
function showPrintButton(): void {
  document.getElementById('print')?.removeAttribute('hidden');
}
