import { useEffect, useState } from 'preact/hooks';
import { useLanguage } from './i18n.ts';

interface Props {
  troubled: boolean;
  /** An error on the page says it already. */
  isSaid: boolean;
}

/** Shown while the server cannot be reached. The page keeps showing the last known state. */
export function ConnectionNote({ troubled, isSaid }: Props) {
  const { t } = useLanguage();
  const online = useOnline();
  return (
    <div class="connection" role="status">
      {(!online || troubled) && !isSaid && <p>{online ? t.reconnecting : t.offline}</p>}
    </div>
  );
}

function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    // It may have changed between the first rendering and now.
    update();
    window.addEventListener('online', update);
    window.addEventListener('offline', update);
    return () => {
      window.removeEventListener('online', update);
      window.removeEventListener('offline', update);
    };
  }, []);
  return online;
}
