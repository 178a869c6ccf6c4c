interface FrameOptions {
  styleNonce: string;
  logoUrl: string | null;
}

/**
 * Prepares the HTML of an e-mail for a frame. The page's Content-Security-Policy applies there too, so the style sheet
 * needs the nonce. Attached images have no URL, so the logo is loaded from ours. Links open outside the frame. Plain text
 * replacement is enough because the server writes this HTML and escapes all merchant input.
 */
export function mailDocument(html: string, { styleNonce, logoUrl }: FrameOptions): string {
  return html
    .replaceAll('<style>', `<style nonce="${styleNonce}">`)
    .replaceAll('<a ', '<a target="_blank" rel="noopener noreferrer" ')
    .replaceAll(/<img src="cid:[^"]*"([^>]*)>/g, (_, rest: string) =>
      logoUrl === null ? '' : `<img src="${encodeURI(logoUrl)}"${rest}>`,
    );
}
