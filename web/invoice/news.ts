import { type Known, type PageData, readPage } from './page-data.ts';

/** While a payment is being confirmed, and otherwise. An address may read 120 times a minute, all pages together. */
const everyMs = { processing: 3000, open: 15_000 };
const timeoutMs = 20_000;

/** Looks now and then whether the invoice was paid, voided or expired elsewhere, and shows the page as it is then. */
export function followNews(page: PageData): { check(): Promise<void> } {
  let { known } = page;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let checking: Promise<void> | undefined;

  async function look(): Promise<void> {
    clearTimeout(timer);
    try {
      const state = await readState(`${page.path}/state`);
      if (state && !same(state, known)) known = (await showAgain()) ?? known;
    } catch {
      // No connection: the page stays as it is, and the next look may have one.
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
  enliven();
  wait();
  return { check };
}

async function readState(url: string): Promise<Known | null> {
  const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
  return response.ok ? (await response.json()).data : null;
}

function same(one: Known, other: Known): boolean {
  return one.status === other.status && one.under_way === other.under_way && one.payable === other.payable;
}

/** The server writes the page anew; what it says is put in the place of what is there, and told to those who listen. */
async function showAgain(): Promise<Known | null> {
  const response = await fetch(location.href, { signal: AbortSignal.timeout(timeoutMs) });
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  const [before, after] = [document.querySelector('main'), fresh.querySelector('main')];
  const page = readPage(fresh);
  if (!before || !after || !page) return null;
  before.replaceWith(document.adoptNode(after));
  document.title = fresh.title;
  enliven();
  const badge = document.querySelector('.badge')?.textContent ?? '';
  const news = document.getElementById('news');
  if (news)
    news.textContent = `${badge} ${document.querySelector('.summary .notice:not([hidden])')?.textContent ?? ''}`;
  return page.known;
}

/** What needs a script is shown by the script. */
function enliven(): void {
  document.getElementById('print')?.removeAttribute('hidden');
}
