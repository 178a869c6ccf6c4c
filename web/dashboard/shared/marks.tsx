import { markUrl } from '../../shared/mark-urls.ts';
import classes from './marks.module.css';

/** The mark of a token, with that of its chain at the corner. Decorative: the text beside it names both. */
export function AssetMark({ token, chain }: { token: string; chain: string }) {
  return (
    <span className={classes['asset']} aria-hidden="true">
      <Mark name={token} size={22} />
      <span className={classes['corner']}>
        <Mark name={chain} size={13} />
      </span>
    </span>
  );
}

export function TokenMark({ token }: { token: string }) {
  return (
    <span className={`${classes['chain']} ${classes['token']}`} aria-hidden="true">
      <Mark name={token} size={20} />
    </span>
  );
}

export function ChainMark({ chain }: { chain: string }) {
  return (
    <span className={classes['chain']} aria-hidden="true">
      <Mark name={chain} size={20} />
    </span>
  );
}

function Mark({ name, size }: { name: string; size: number }) {
  const url = markUrl(name);
  return url ? (
    <img src={url} alt="" width={size} height={size} />
  ) : (
    <span className={classes['letter']}>{name.slice(0, 1).toUpperCase()}</span>
  );
}
