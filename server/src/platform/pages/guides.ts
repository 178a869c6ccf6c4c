// Types only: web/scripts/docs writes what this describes, and imports it.

/** The guides as the build writes them to `docs.json`. */
export interface Guides {
  /** The navigation, in order. */
  groups: { title: string; pages: { slug: string; label: string }[] }[];
  /** The pages of the API reference, in order. */
  reference: { slug: string; label: string }[];
  /** By slug, the path below /docs/. */
  pages: Record<string, GuidePage>;
  /** Name of the search index in /assets. */
  searchFile: string;
}

export interface GuidePage {
  title: string;
  /** HTML. `%site%` stands for the path prefix, `http://localhost:4000` for the URL of the service. */
  body: string;
  /** Sections, for the list beside the page. */
  sections: { id: string; text: string; level: number }[];
}

/** The section of a page, as the search finds it. */
export interface SearchEntry {
  slug: string;
  page: string;
  /** Empty for the beginning of a page. */
  heading: string;
  anchor: string;
  /** Words in lower case, each once. */
  words: string;
}
