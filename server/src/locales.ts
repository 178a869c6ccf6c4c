/** Languages of the pages and messages a customer sees. */
export const locales = ['en', 'es', 'fr', 'de', 'ja', 'ko', 'zh'] as const;
export type Locale = (typeof locales)[number];
