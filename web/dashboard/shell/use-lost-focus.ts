import { useEffect } from 'react';

/** Dialogs give the focus back to what opened them by themselves, a moment after they close. */
const patienceMs = 50;

/**
 * What had the focus may lose it to nothing. A button that is busy comes back, and has the focus again. One that is gone,
 * since what it did can be done once, or since it was in the row that it removed, leaves whoever goes by keyboard or by
 * ear at the page's heading, which says what has become of it: not at the top of the document.
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
      }, patienceMs);
    };
    const goOn = () => {
      if (last === null || document.activeElement !== document.body) return;
      if (canHaveFocus(last)) last.focus({ preventScroll: true });
      else if (!last.isConnected) heading()?.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(() => setTimeout(goOn, patienceMs));
    document.addEventListener('focusin', remember);
    // Left on purpose, by a click beside it.
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
