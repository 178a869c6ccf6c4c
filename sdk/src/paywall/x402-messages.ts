/** JSON in base64, as x402 v2 has it in headers. */
export type Message = Record<string, unknown>;

const maxHeaderChars = 16_384;

/** Null for anything but an object. */
export function readMessage(header: string | null): Message | null {
  if (header === null || header.length > maxHeaderChars) return null;
  try {
    const bytes = Uint8Array.from(atob(header), (char) => char.charCodeAt(0));
    return objectIn(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

export function writeMessage(message: Message): string {
  const bytes = new TextEncoder().encode(JSON.stringify(message));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** The payment that a signature is for: each way to pay that the paywall offers names it, and programs send the way back. */
export function paymentIn(signature: string): string | null {
  const accepted = objectIn(readMessage(signature)?.['accepted']);
  const paymentId = objectIn(accepted?.['extra'])?.['paymentId'];
  return typeof paymentId === 'string' && /^pay_[0-9a-z]{26}$/.test(paymentId) ? paymentId : null;
}

/** The service's offer, for a resource of the merchant's. */
export function offerFor(required: Message, url: string, paymentId: string): Message {
  const ways = Array.isArray(required['accepts']) ? required['accepts'] : [];
  return {
    ...required,
    resource: { ...objectIn(required['resource']), url },
    accepts: ways.map((way) => ({ ...objectIn(way), extra: { ...objectIn(way?.extra), paymentId } })),
  };
}

function objectIn(value: unknown): Message | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : null;
}
