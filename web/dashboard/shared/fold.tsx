import { type ReactNode, useState } from 'react';
import classes from './fold.module.css';
import { Icon } from './icons.tsx';

/** Fields that few people need. Open at first if they hold something; the browser's search opens it too. */
export function Fold({ label, isOpen, children }: { label: string; isOpen: boolean; children: ReactNode }) {
  const [openAtFirst] = useState(isOpen);
  return (
    <details className={classes['fold']} open={openAtFirst}>
      <summary>
        <Icon name="chevron" size={14} />
        {label}
      </summary>
      <div className={classes['content']}>{children}</div>
    </details>
  );
}
