import type { SearchEntry } from '../../server/src/platform/pages/guides.ts';
import { find } from './find.ts';

/** The search in the header of the guides. The index is loaded when the field is first used. */
export function startSearch(): void {
  const form = document.querySelector<HTMLFormElement>('form.search');
  const field = form?.querySelector('input');
  const list = form?.querySelector<HTMLElement>('.search-results');
  if (!form || !field || !list) return;
  const { index = '', docs = '' } = form.dataset;
  let entries: Promise<SearchEntry[]> | null = null;
  const load = () => {
    entries ??= fetchIndex(index).catch(() => {
      entries = null;
      return [];
    });
    return entries;
  };
  const show = async () => {
    const query = field.value;
    const found = query.trim() === '' ? [] : find(await load(), query);
    // A later key press may have been answered first.
    if (field.value !== query) return;
    list.replaceChildren(...resultsOf(found, docs, query));
    list.hidden = query.trim() === '';
  };
  field.addEventListener('focus', () => void load());
  field.addEventListener('input', () => void show());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void show().then(() => list.querySelector('a')?.click());
  });
  form.addEventListener('keydown', (event) => moveFocus(event, field, list));
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) list.hidden = true;
  });
  list.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) list.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLInputElement;
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
}

async function fetchIndex(url: string): Promise<SearchEntry[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The search index answered ${response.status}.`);
  return response.json();
}

function resultsOf(found: SearchEntry[], docs: string, query: string): HTMLElement[] {
  if (found.length === 0) {
    const none = document.createElement('p');
    none.textContent = `Nothing found for “${query.trim()}”.`;
    return [none];
  }
  return found.map(({ slug, page, heading, anchor }) => {
    const link = document.createElement('a');
    link.href = `${docs}${slug}${anchor ? `#${anchor}` : ''}`;
    const title = document.createElement('strong');
    title.textContent = heading || page;
    const place = document.createElement('span');
    place.textContent = heading ? page : '';
    link.append(title, place);
    return link;
  });
}

function moveFocus(event: KeyboardEvent, field: HTMLInputElement, list: HTMLElement): void {
  if (event.key === 'Escape') {
    list.hidden = true;
    field.focus();
    return;
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops: HTMLElement[] = [field, ...list.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
