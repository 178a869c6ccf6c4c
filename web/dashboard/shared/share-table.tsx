import classes from './charts.module.css';

interface Share {
  name: string;
  value: number;
  shown: string;
  count: number;
}

interface ShareTableProps {
  label: string;
  /** Header of the first column. */
  what: string;
  shares: Share[];
}

/** Parts of a whole, largest first, each with a bar: a chart that is a table. */
export function ShareTable({ label, what, shares }: ShareTableProps) {
  const highest = Math.max(0, ...shares.map(({ value }) => value)) || 1;
  const sorted = [...shares].sort((one, other) => other.value - one.value);
  return (
    <table className={classes['share']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col">Payments</th>
          <th scope="col">Volume</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ name, value, shown, count }) => (
          <tr key={name}>
            <th scope="row">
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
  );
}
