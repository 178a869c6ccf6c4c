import { useEffect } from 'react';

/** Dialogs return the focus to their opener shortly after they close. */
const focusDelayMs = 50;

/**
 * Restores the focus when the focused element is disabled or removed. A button that was disabled while loading gets the
 * focus back. If the element is gone, such as a one-time action or a deleted row, the focus moves to the page heading
 * instead of the top of the document.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : null;
    };
    const forget = ({ target }: FocusEvent) => {
      if (last !== target || !canHaveFocus(last)) return;
      setTimeout(() => {
        if (last === target && last?.isConnected) last = null;
      }, focusDelayMs);
    };
    const restore = () => {
      if (last === null || document.activeElement !== document.body) return;
      if (canHaveFocus(last)) last.focus({ preventScroll: true });
      else if (!last.isConnected) heading()?.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(() => setTimeout(restore, focusDelayMs));
    document.addEventListener('focusin', remember);
    // The user clicked elsewhere: nothing to restore.
    document.addEventListener('focusout', forget);
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', forget);
      changes.disconnect();
    };
  }, []);
}

function canHaveFocus(element: HTMLElement | null): boolean {
  return element?.isConnected === true && !element.matches(':disabled');
}

function heading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1');
}
