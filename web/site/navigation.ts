/** From this width on there is room beside the page. As in guide.css. */
const wide = '(min-width: 900px)';

/** The list of guides is open beside a page, and folded above it on a phone. */
export function openNavigation(): void {
  const list = document.querySelector<HTMLDetailsElement>('.guide-nav details');
  if (!list) return;
  const query = matchMedia(wide);
  const fit = () => {
    list.open = query.matches;
  };
  query.addEventListener('change', fit);
  fit();
  list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  list.addEventListener('click', ({ target }) => {
    if (!query.matches && target instanceof HTMLAnchorElement) list.open = false;
  });
}
