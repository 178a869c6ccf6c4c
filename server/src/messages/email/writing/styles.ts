import { shadesOf } from '../../../platform/pages/accent.ts';
import { Html } from '../../../platform/pages/html.ts';

/** No quotes, which would be escaped in attributes. The system falls back to its own fonts for other scripts. */
const sans = '-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const mono = 'Menlo,Consolas,Liberation Mono,monospace';

const light = { page: '#f5f6f8', card: '#ffffff', text: '#16181d', muted: '#5f6672', line: '#e4e7ec' };
const dark = { page: '#0f1115', card: '#1a1d23', text: '#f2f4f7', muted: '#a2a9b4', line: '#2e333c' };

const text = `font-family:${sans};color:${light.text}`;
const muted = `font-family:${sans};color:${light.muted}`;
/** Breaks long words and hashes instead of widening the column. */
const breaking = 'word-break:break-word;overflow-wrap:anywhere';

const buttonText = `display:block;padding:13px 20px;font-family:${sans};font-size:16px;line-height:22px;font-weight:600;text-decoration:none;border-radius:10px`;

export const style = {
  page: `margin:0;padding:0;background-color:${light.page};-webkit-text-size-adjust:100%`,
  outer: `background-color:${light.page}`,
  hidden:
    'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all',
  column: 'max-width:600px;margin:0 auto;text-align:left',
  banner: `padding:14px 18px;background-color:#fde68a;border:2px solid #d97706;border-radius:10px;font-family:${sans};font-size:14px;line-height:20px;color:#451a03`,
  bannerTitle: 'font-size:15px;text-transform:uppercase;letter-spacing:.06em',
  logo: 'display:block;height:40px;width:auto;max-width:160px;border:0;border-radius:8px',
  shop: `${text};font-size:18px;line-height:24px;font-weight:600;${breaking}`,
  card: `padding:32px;background-color:${light.card};border:1px solid ${light.line};border-radius:14px`,
  title: `${muted};font-size:15px;line-height:22px;${breaking}`,
  amount: `${text};padding:4px 0 0`,
  heading: `margin:0;font-size:38px;line-height:46px;font-weight:700;letter-spacing:-.02em;${breaking}`,
  caption: `${muted};font-size:15px;line-height:22px;padding:4px 0 0`,
  plainButtonCell: `border-radius:10px;border:1px solid ${light.line}`,
  plainButton: `${buttonText};color:${light.text}`,
  divider: 'padding:28px 0 0',
  label: `${muted};font-size:14px;line-height:20px;padding:6px 12px 6px 0`,
  value: `${text};font-size:14px;line-height:20px;padding:6px 0;${breaking}`,
  code: `color:${light.text};font-family:${mono};font-size:13px;line-height:20px;padding:6px 0;word-break:break-all`,
  subject: `${text};margin:0 0 20px;font-size:24px;line-height:32px;font-weight:700;${breaking}`,
  cardTitle: `${text};margin:0 0 8px;font-size:16px;line-height:24px;font-weight:600`,
  item: `${text};font-size:15px;line-height:22px;padding:12px 16px 12px 0;border-bottom:1px solid ${light.line};${breaking}`,
  detail: `color:${light.muted};font-size:13px;line-height:18px`,
  itemAmount: `${text};font-size:15px;line-height:22px;padding:12px 0;border-bottom:1px solid ${light.line};white-space:nowrap`,
  part: `${muted};font-size:14px;line-height:20px;padding:6px 16px 6px 0;${breaking}`,
  partValue: `${text};font-size:14px;line-height:20px;padding:6px 0;white-space:nowrap`,
  total: `${text};font-size:16px;line-height:24px;font-weight:700;padding:6px 16px 0 0;${breaking}`,
  totalValue: `${text};font-size:16px;line-height:24px;font-weight:700;padding:6px 0 0;white-space:nowrap`,
  note: `${text};margin:0;font-size:15px;line-height:23px;${breaking}`,
  paragraph: `${text};margin:0 0 16px;font-size:15px;line-height:24px;${breaking}`,
  footer: `${muted};font-size:13px;line-height:20px;padding:20px 4px 0;${breaking}`,
} as const;

/** Colours of buttons and links. */
export interface Accent {
  fill: string;
  /** Text on `fill`. */
  on: string;
  link: string;
  darkLink: string;
}

export const ownAccent: Accent = { fill: '#2350d8', on: '#ffffff', link: '#2350d8', darkLink: '#8aa8ff' };

/** From a merchant's colour, so that text stays readable. */
export function accentOf(color: string): Accent {
  const { fill, on, text: link } = shadesOf(color, 'light');
  return { fill, on, link, darkLink: shadesOf(color, 'dark').text };
}

export function accentStyle({ fill, on, link }: Accent) {
  return {
    buttonCell: `border-radius:10px;background-color:${fill}`,
    button: `${buttonText};color:${on}`,
    link: `color:${link};text-decoration:underline;word-break:break-all`,
  };
}

/** Needs !important to override the inline styles. */
export const darkStyles = ({ darkLink }: Accent) =>
  new Html(`
@media (max-width:480px){.outer{padding:16px 10px !important}.card{padding:22px 18px !important}.amount{font-size:30px !important;line-height:38px !important}}
@media (prefers-color-scheme:dark){.page{background-color:${dark.page} !important}.card{background-color:${dark.card} !important;border-color:${dark.line} !important}.text{color:${dark.text} !important}.muted{color:${dark.muted} !important}.line{border-color:${dark.line} !important}.link{color:${darkLink} !important}.banner{background-color:#453206 !important;border-color:#fbbf24 !important;color:#fef3c7 !important}}
[data-ogsc] .text{color:${dark.text} !important}[data-ogsc] .muted{color:${dark.muted} !important}
`);
