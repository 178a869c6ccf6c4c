/** Poll interval. The server allows 120 reads a minute per IP address. */
const everyMs = 3000;
const timeoutMs = 20_000;

const main = (from: Document) => from.querySelector<HTMLElement>('main.claim');
const statusIn = (from: Document) => main(from)?.dataset['status'];

/** Polls while the money is being sent, and shows the page anew when that has changed. */
export function followStatus(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(): void {
    clearTimeout(timer);
    if (statusIn(document) === 'processing' && document.visibilityState === 'visible')
      timer = setTimeout(look, everyMs);
  }

  async function look(): Promise<void> {
    try {
      const response = await fetch(location.href, {
        cache: 'no-store',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.ok) show(new DOMParser().parseFromString(await response.text(), 'text/html'));
    } catch {
      // No connection: keep the page and try again at the next poll.
    }
    wait();
  }

  document.addEventListener('visibilitychange', wait);
  wait();
}

/** Replaces the content and announces the new status to screen readers. */
function show(fresh: Document): void {
  const [before, after] = [main(document), main(fresh)];
  if (!before || !after || statusIn(fresh) === statusIn(document)) return;
  before.replaceWith(document.adoptNode(after));
  document.title = fresh.title;
  const news = document.getElementById('news');
  if (news) news.textContent = after.querySelector('.notice')?.textContent ?? '';
}
