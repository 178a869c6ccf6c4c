import { MedusaError } from '@medusajs/framework/utils';

export interface CausewayOptions {
  /** Of your service, such as `https://pay.example.com`. */
  url: string;
  /** A secret key. Its prefix decides whether money is real. */
  apiKey: string;
  /** Of the webhook endpoint, `whsec_…`. Two while it is being rotated. */
  webhookSecret: string | string[];
  /** Where a customer goes after paying. HTTPS, or localhost with a test key. */
  redirectUrl?: string;
  /** A name of this shop, if several take payments with one account of Causeway. */
  shop?: string;
  /** How long a customer has to pay. */
  expirationMinutes?: number;
}

/** Throws with what to change. Medusa calls this when it starts. */
export function checkOptions(
  options: Record<string, unknown>,
): asserts options is Record<string, unknown> & CausewayOptions {
  const { url, apiKey, webhookSecret } = options;
  if (typeof url !== 'string' || !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw problem('url must be the URL of your Causeway, such as https://pay.example.com');
  if (typeof apiKey !== 'string' || !/^svc_(test|live)_/.test(apiKey))
    throw problem('apiKey must be a secret key of Causeway, svc_test_… or svc_live_…');
  const secrets = [webhookSecret].flat();
  if (
    !secrets.every((secret) => typeof secret === 'string' && secret.startsWith('whsec_')) ||
    secrets.length === 0
  )
    throw problem('webhookSecret must be the secret of the webhook endpoint, whsec_…');
}

function problem(text: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, `@causeway/medusa: ${text}.`);
}
