import type { Locale } from '../../../lib/locales.ts';
import { type Html, html } from '../../../platform/pages/html.ts';
import type { Action, Fact, Letter } from './letter.ts';
import { type Accent, accentStyle, darkStyles, style } from './styles.ts';

/** Header, banner and footer around a message. */
export interface Frame {
  locale: Locale;
  shop: string;
  logoCid: string | null;
  accent: Accent;
  test: { title: string; text: string } | null;
  footer: string;
}

/**
 * Uses tables and inline styles, which is all many mail clients support; no remote content and no scripts. The style
 * sheet only adds dark mode and narrower padding for clients that support it.
 */
export function layoutHtml(letter: Letter, frame: Frame): string {
  return documentHtml(
    { locale: frame.locale, title: letter.subject, preview: letter.preview, accent: frame.accent },
    html`${frame.test && banner(frame.test)}
<tr><td style="padding:0 0 20px">${masthead(frame)}</td></tr>
<tr><td class="card" style="${style.card}">${summary(letter, frame.accent)}</td></tr>
${letter.items && card(items(letter, letter.items))}
${letter.note && card(note(letter.note))}
<tr><td class="muted" style="${style.footer}">${letter.closing}</td></tr>
${letter.action && fallback(letter.action, frame.accent)}
${letter.unsubscribe ? unsubscribing(letter.unsubscribe, frame.accent) : null}
<tr><td class="muted" style="${style.footer}">${frame.footer}</td></tr>`,
  );
}

interface Head {
  locale: Locale;
  title: string;
  preview: string;
  accent: Accent;
}

/** The HTML document around a message's table rows. */
export function documentHtml({ locale, title, preview, accent }: Head, rows: Html): string {
  return html`<!DOCTYPE html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${title}</title>
<style>${darkStyles(accent)}</style>
</head>
<body class="page" style="${style.page}">
<div style="${style.hidden}">${preview}${hiddenPadding}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.outer}"><tr><td align="center" class="outer" style="padding:32px 16px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style.column}">
${rows}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`.markup;
}

/** Stops inboxes from showing the start of the body after the preview text. */
const hiddenPadding = html`${Array.from({ length: 60 }, () => html`&#8199;&#65279;&#847; `)}`;

function banner(test: { title: string; text: string }): Html {
  return html`<tr><td style="padding:0 0 20px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="banner" style="${style.banner}"><strong style="${style.bannerTitle}">${test.title}</strong><br>${test.text}</td></tr></table></td></tr>`;
}

/** Shows the name beside the logo, because many mail clients block images. */
export function masthead(frame: Pick<Frame, 'shop' | 'logoCid'>): Html {
  const logo =
    frame.logoCid &&
    html`<td valign="middle" style="padding:0 12px 0 0"><img src="cid:${frame.logoCid}" height="40" alt="" style="${style.logo}"></td>`;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${logo}<td class="text" valign="middle" style="${style.shop}">${frame.shop}</td></tr></table>`;
}

function summary(letter: Letter, accent: Accent): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="muted" style="${style.title}">${letter.title}</td></tr>
<tr><td class="text" style="${style.amount}"><h1 class="amount" style="${style.heading}">${letter.amount}</h1></td></tr>
<tr><td class="muted" style="${style.caption}">${letter.caption}</td></tr>
${letter.action && button(letter.action, accent)}
<tr><td class="line" style="${style.divider}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${letter.facts.map(factRow)}</table></td></tr>
</table>`;
}

/** The cell has the background colour too, for mail clients that ignore it on links. */
function button({ label, url, isAsked }: Action, accent: Accent): Html {
  const filled = accentStyle(accent);
  const cell = isAsked
    ? html`<td align="center" bgcolor="${accent.fill}" style="${filled.buttonCell}">`
    : html`<td class="line" align="center" style="${style.plainButtonCell}">`;
  const link = isAsked
    ? html`<a href="${url}" style="${filled.button}">${label}</a>`
    : html`<a href="${url}" class="text" style="${style.plainButton}">${label}</a>`;
  return html`<tr><td style="padding:24px 0 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${cell}${link}</td></tr></table></td></tr>`;
}

function factRow({ label, value, isCode = false }: Fact): Html {
  return html`<tr><td class="muted" width="38%" valign="top" style="${style.label}">${label}</td><td class="text" valign="top" style="${isCode ? style.code : style.value}">${value}</td></tr>`;
}

function card(content: Html): Html {
  return html`<tr><td style="height:16px;line-height:16px;font-size:0">&nbsp;</td></tr><tr><td class="card" style="${style.card}">${content}</td></tr>`;
}

function items(letter: Letter, { title, lines, more }: NonNullable<Letter['items']>): Html {
  const rows = lines.map(
    (item) =>
      html`<tr><td class="text line" valign="top" style="${style.item}">${item.description}<br><span class="muted" style="${style.detail}">${item.detail}</span></td><td class="text line" align="right" valign="top" style="${style.itemAmount}">${item.amount}</td></tr>`,
  );
  const rest = more && html`<tr><td class="muted line" colspan="2" style="${style.item}">${more}</td></tr>`;
  return html`<h2 class="text" style="${style.cardTitle}">${title}</h2><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${rows}${rest}${letter.totals.map(totalRow)}</table>`;
}

function totalRow({ label, value, isTotal }: Letter['totals'][number], index: number): Html {
  const space = index === 0 ? 'padding-top:16px' : '';
  const [kind, labelStyle, valueStyle] = isTotal
    ? (['text', style.total, style.totalValue] as const)
    : (['muted', style.part, style.partValue] as const);
  return html`<tr><td class="${kind}" style="${labelStyle};${space}">${label}</td><td class="text" align="right" style="${valueStyle};${space}">${value}</td></tr>`;
}

function note({ label, lines }: NonNullable<Letter['note']>): Html {
  const text = lines.map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
  return html`<h2 class="text" style="${style.cardTitle}">${label}</h2><p class="text" style="${style.note}">${text}</p>`;
}

function unsubscribing({ label, url }: NonNullable<Letter['unsubscribe']>, accent: Accent): Html {
  return html`<tr><td class="muted" style="${style.footer};padding-top:12px"><a href="${url}" class="link" style="${accentStyle(accent).link}">${label}</a></td></tr>`;
}

function fallback(action: Action, accent: Accent): Html {
  return html`<tr><td class="muted" style="${style.footer};padding-top:12px">${action.hint}<br><a href="${action.url}" class="link" style="${accentStyle(accent).link}">${action.url}</a></td></tr>`;
}
