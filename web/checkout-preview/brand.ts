/** What the dashboard sends to the preview of the checkout. */
export interface PreviewedBrand {
  name: string;
  logo_url: string | null;
  /** #rrggbb; null for the colour of pages without one. */
  color: string | null;
  /** Plays a whole payment, as on the front page. */
  plays?: boolean;
}
