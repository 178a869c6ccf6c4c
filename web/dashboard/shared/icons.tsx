const paths = {
  home: 'M4 11.5 12 4l8 7.5V20h-5.5v-5.5h-5V20H4Z',
  payment: 'M3.5 6.5h17v11h-17Zm0 3.5h17M7 14.5h4',
  refund: 'M8.5 5.5 4.5 9.5l4 4M5 9.5h9a5 5 0 0 1 0 10H9',
  unapplied:
    'M12 4.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15Zm-2.5 5.2a2.6 2.6 0 1 1 3.9 2.3c-1 .6-1.4 1-1.4 2m0 2.4v.2',
  invoice: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2ZM9 8h6m-6 4h6',
  balance: 'M4 7.5h13.5A2.5 2.5 0 0 1 20 10v7.5H4ZM4 7.5V6l11-2v3.5M16 12.5h.2',
  payout: 'M12 15V4.5m-4 4 4-4 4 4M4.5 13.5v6h15v-6',
  button: 'M3.5 8h17v8h-17Zm5.5 4h6',
  print: 'M7 8.5v-5h10v5m-10 8H4.5v-8h15v8H17m-10-3h10v7H7Z',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7l-1.3 1.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.3-1.3',
  code: 'm8.5 7-5 5 5 5m7-10 5 5-5 5',
  settings:
    'M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Zm0-5.5v2.3m0 12.4v2.3M3.5 12h2.3m12.4 0h2.3M6 6l1.6 1.6m8.8 8.8L18 18M6 18l1.6-1.6m8.8-8.8L18 6',
  approval: 'M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6Zm-3 8.2 2.2 2.2 4-4.2',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  copy: 'M9 9h10.5v10.5H9ZM5.5 15H4.5V4.5H15v1',
  alert: 'M12 4 21 19.5H3Zm0 5.5V14m0 2.6v.2',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm0-5v2m0 14v2m9-9h-2M5 12H3m15.4-6.4L17 7M7 17l-1.4 1.4m12.8 0L17 17M7 7 5.6 5.6',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  screen: 'M4 5h16v11H4Zm5 15h6m-3-4v4',
  person: 'M12 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM5 20c.5-4 3.3-6 7-6s6.5 2 7 6',
  chevron: 'm8 10 4 4 4-4',
  up: 'm8 14 4-4 4 4',
  external: 'M14 4.5h5.5V10M19 5l-8 8M16.5 13.5V19H5V7.5h5.5',
  plus: 'M12 5v14M5 12h14',
  cross: 'm6.5 6.5 11 11m0-11-11 11',
  search: 'M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12Zm4.5 10.5 5 5',
  download: 'M12 4v10.5m-4.5-4 4.5 4.5 4.5-4.5M5 19.5h14',
} as const;

export type IconName = keyof typeof paths;

/** Decorative: the meaning is always given as text as well. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
