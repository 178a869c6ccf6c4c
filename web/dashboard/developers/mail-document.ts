interface Surroundings {
  styleNonce: string;
  logoUrl: string | null;
}

/**
 * A mail's HTML for a frame of the page. The page's policy holds there too, so its style sheet needs the nonce; attached
 * pictures have no address, so the logo's is taken; links open outside of the frame. The server wrote the HTML, with all
 * that others wrote escaped: a tag is a tag.
 */
export function mailDocument(html: string, { styleNonce, logoUrl }: Surroundings): string {
  return html
    .replaceAll('<style>', `<style nonce="${styleNonce}">`)
    .replaceAll('<a ', '<a target="_blank" rel="noopener noreferrer" ')
    .replaceAll(/<img src="cid:[^"]*"([^>]*)>/g, (_, rest: string) =>
      logoUrl === null ? '' : `<img src="${encodeURI(logoUrl)}"${rest}>`,
    );
}
