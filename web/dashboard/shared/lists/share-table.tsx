import type { ReactNode } from 'react';
import classes from '../charts.module.css';

interface Share {
  name: string;
  /** Decorative. */
  mark: ReactNode;
  value: number;
  shown: string;
  count: number;
}

interface ShareTableProps {
  label: string;
  /** Header of the first column. */
  nameHeader: string;
  shares: Share[];
  /** Shown while there are none: what will be here. */
  empty: string;
}

/** A bar chart as a table, largest share first. */
export function ShareTable({ label, nameHeader, shares, empty }: ShareTableProps) {
  if (shares.length === 0) return <EmptyShares text={empty} />;
  const highest = Math.max(0, ...shares.map(({ value }) => value)) || 1;
  const sorted = [...shares].sort((one, other) => other.value - one.value);
  return (
    <div className={classes['sideways']}>
      <table className={classes['share']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{nameHeader}</th>
            <th scope="col">Payments</th>
            <th scope="col">Volume</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ name, mark, value, shown, count }) => (
            <tr key={name}>
              <th scope="row">
                {mark}
                {name}
                <span className={classes['track']} aria-hidden="true">
                  <span style={{ width: `${(value / highest) * 100}%` }} />
                </span>
              </th>
              <td className="numbers">{count}</td>
              <td className="numbers">{shown}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const samples = [100, 60, 35];

function EmptyShares({ text }: { text: string }) {
  return (
    <div>
      <p className={classes['note']}>{text}</p>
      {samples.map((width) => (
        <span
          key={width}
          className={classes['sampleTrack']}
          style={{ width: `${width}%` }}
          aria-hidden="true"
        />
      ))}
    </div>
  );
}
