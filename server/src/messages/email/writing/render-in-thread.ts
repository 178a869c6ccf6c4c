import type { Environment } from '../../../lib/environment.ts';
import type { Shop } from './letter.ts';

export interface Rendering {
  environment: Environment | null;
  shop: Shop;
  /** The service's name, from MAIL_FROM. */
  service: string;
  /** The Content-ID of the shop's logo, if it has one. */
  logoCid: string | null;
  /** The merchant's colour, as #rrggbb; null for ours. */
  accent: string | null;
}

export interface RenderedMessage {
  subject: string;
  text: string;
  html: string;
}
