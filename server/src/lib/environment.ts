/** Set by the prefix of the API key. Test and live data never mix. */
export type Environment = 'test' | 'live';
