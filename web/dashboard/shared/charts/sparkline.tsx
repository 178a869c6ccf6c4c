import classes from '../charts.module.css';

const width = 100;
const height = 24;

/** A line without a scale, for the shape alone. Days without a value are left out. */
export function Sparkline({ values }: { values: (number | null)[] }) {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const lowest = Math.min(0, ...known.map(({ value }) => value));
  const highest = Math.max(lowest + 1e-9, ...known.map(({ value }) => value));
  const points = known.map(({ value, index }) => {
    const x = (index / Math.max(1, values.length - 1)) * width;
    const y = height - 1 - ((value - lowest) / (highest - lowest)) * (height - 2);
    return `${x.toFixed(2)},${y.toFixed(2)}`;
  });
  return (
    <svg
      className={classes['spark']}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {points.length > 1 && <polyline points={points.join(' ')} />}
    </svg>
  );
}
