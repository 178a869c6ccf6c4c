/** Longer bodies are not kept. Most payments and invoices fit. */
const maxKeptChars = 8192;

const redacted = '[redacted]';
/** API keys and signing secrets, wherever they are written. */
const secretText = /(?:svc_(?:pub_)?(?:test|live)_|whsec_)[\w+/=-]+/g;
/** Fields that merchants name like a secret, in metadata for example. Whoever has a claim link decides where money goes. */
const secretField =
  /("[^"]*(?:secret|passw|api_?key|authorization|private_?key|claim_url)[^"]*"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
/** Words of a JSON text, and its escapes apart from them, so that replacing a word leaves the text valid. */
const words = /\\(?:u[0-9a-f]{4}|.)|[^\s"\\]+/gi;

/** Most bodies have nothing to redact, and looking for that costs a fraction of replacing. */
const anySecret = /svc_|whsec_|secret|passw|api_?key|authorization|private_?key|claim_url/i;

/** A body as the request log keeps it: JSON without keys, secrets, e-mail addresses and passwords in URLs. */
export function redactedBody(text: string): string {
  if (text.length > maxKeptChars) return `[not kept: ${text.length} characters]`;
  const withoutSecrets = anySecret.test(text)
    ? text.replace(secretField, `$1"${redacted}"`).replace(secretText, redacted)
    : text;
  if (!withoutSecrets.includes('@')) return withoutSecrets;
  return withoutSecrets.replace(words, (word) => (word.includes('@') ? redacted : word));
}
