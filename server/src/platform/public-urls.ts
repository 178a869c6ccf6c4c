/** URLs of the public pages. */

export function checkoutUrl(publicUrl: string, paymentId: string): string {
  return `${publicUrl}/checkout/${paymentId}`;
}

export function invoiceUrl(publicUrl: string, invoiceId: string): string {
  return `${publicUrl}/invoice/${invoiceId}`;
}

export function paymentLinkUrl(publicUrl: string, paymentLinkId: string): string {
  return `${publicUrl}/pay/${paymentLinkId}`;
}

/** The token alone says where the refund goes: send it only to the customer, and never log it. */
export function claimUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/refunds/claim/${token}`;
}

/** The path prefix in PUBLIC_URL, if a proxy adds one; empty otherwise. */
export function sitePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}
