import { sitePath } from '../platform/public-urls.ts';

/** The columns that customer pages show of a merchant. */
export interface BrandingRow {
  merchant_name: string;
  logo_digest: string | null;
  accent_color: string | null;
}

/** A merchant as customer pages show it. The URLs are paths, so that pages work at any host name of the service. */
export interface Branding {
  name: string;
  logo_url: string | null;
  /** Style sheet with the merchant's colour. */
  accent_url: string | null;
}

export function brandingOf(publicUrl: string, row: BrandingRow): Branding {
  const site = sitePath(publicUrl);
  return {
    name: row.merchant_name,
    logo_url: row.logo_digest && `${site}/logos/${row.logo_digest}`,
    accent_url: row.accent_color && `${site}/accents/${row.accent_color.slice(1)}.css`,
  };
}
