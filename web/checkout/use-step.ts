import { useEffect, useState } from 'preact/hooks';

type Step = 'choose' | 'pay';

interface Entry {
  step: Step;
  /** The entry before this one is the step before it. */
  stepped: boolean;
  /** The customer came back to choose again. */
  changing: boolean;
}

interface Steps {
  /** Whether to show the choice although there is one. */
  changing: boolean;
  goTo(step: Step): void;
}

/** Keeps the steps of this tab in its history, so that Back goes one step. `first` is the step of a page just opened. */
export function useStep(first: Step): Steps {
  const [changing, setChanging] = useState(() => entryOf(history.state)?.changing ?? false);
  useEffect(() => {
    // Back leads to this entry later, so it must say which step it is.
    if (!entryOf(history.state)) save('replaceState', { step: first, stepped: false, changing: false });
    const whenMoved = ({ state }: PopStateEvent) => {
      const entry = entryOf(state);
      if (!entry) return;
      const back = entry.step === 'choose';
      save('replaceState', { ...entry, changing: back });
      setChanging(back);
    };
    window.addEventListener('popstate', whenMoved);
    return () => window.removeEventListener('popstate', whenMoved);
  }, [first]);
  return {
    changing,
    goTo(step) {
      const entry = entryOf(history.state);
      const back = step === 'choose';
      if (back && entry?.step === 'pay' && entry.stepped) return history.back();
      save('pushState', { step, stepped: true, changing: back });
      setChanging(back);
    },
  };
}

/** Once nothing is left to choose, Back leaves the page with one press instead of going through its steps. */
export function useLeavingSteps(isDone: boolean): void {
  useEffect(() => {
    if (!isDone) return;
    const whenMoved = ({ state }: PopStateEvent) => {
      if (entryOf(state)) history.back();
    };
    window.addEventListener('popstate', whenMoved);
    return () => window.removeEventListener('popstate', whenMoved);
  }, [isDone]);
}

function entryOf(state: unknown): Entry | null {
  const value = typeof state === 'object' && state !== null && 'checkout' in state ? state.checkout : null;
  return isEntry(value) ? value : null;
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'step' in value && 'stepped' in value;
}

function save(how: 'pushState' | 'replaceState', checkout: Entry): void {
  history[how]({ checkout }, '');
}
