import { useEffect, useState } from 'preact/hooks';

const narrow = matchMedia('(max-width: 599px)');

/** Whether the page has one column without margins, as on phones. */
export function useIsNarrow(): boolean {
  const [isNarrow, setIsNarrow] = useState(narrow.matches);
  useEffect(() => {
    const update = () => setIsNarrow(narrow.matches);
    narrow.addEventListener('change', update);
    return () => narrow.removeEventListener('change', update);
  }, []);
  return isNarrow;
}
