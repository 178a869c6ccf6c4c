const paths = {
  check: 'm5 12.5 4.5 4.5L19 7.5',
  cross: 'm6.5 6.5 11 11m0-11-11 11',
  cancelled: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM6 6l12 12',
  clock: 'M12 7v5l3.5 2M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Z',
  lock: 'M7.5 11V8a4.5 4.5 0 0 1 9 0v3M6 11h12v9H6Z',
  back: 'M19 12H5m6-6.5L4.5 12l6.5 6.5',
  copy: 'M9 9h10.5v10.5H9ZM5.5 15H4.5V4.5H15v1',
  refund: 'M8.5 5.5 4.5 9.5l4 4M5 9.5h9a5 5 0 0 1 0 10H9',
  alert: 'M12 4 21 19.5H3Zm0 5.5V14m0 2.6v.2',
  globe: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 0c-5 5-5 12 0 17 5-5 5-12 0-17ZM3.5 12h17',
} as const;

export type IconName = keyof typeof paths;

/** Decorative: the meaning is always in the text too. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
