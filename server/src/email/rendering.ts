import type { Environment } from '../environment.ts';
import type { Shop } from './letter.ts';

export interface Rendering {
  environment: Environment | null;
  shop: Shop;
  /** The service's own name, as the operator gave it. */
  service: string;
  /** The Content-ID of the shop's logo, when it has one. */
  logoCid: string | null;
}

export interface RenderedMessage {
  subject: string;
  text: string;
  html: string;
}
