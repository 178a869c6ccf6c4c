import type { MouseEvent } from 'react';

const middleButton = 1;

/**
 * Opens the link in the first cell of the row that was clicked; with the middle button, Ctrl or Cmd in a new tab. The
 * keyboard reaches the link itself. Ignores clicks on other controls and the end of a text selection.
 */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget: row, button } = event;
  const link = row.querySelector<HTMLAnchorElement>('td:first-child a[href]:not([target])');
  if (!link || !(target instanceof Element) || button > middleButton) return;
  if (target.closest('a, button, input, label, select, [role="menu"], [role="dialog"]')) return;
  if (!row.contains(target) || getSelection()?.isCollapsed === false) return;
  if (button === middleButton || event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener');
  else link.click();
}
