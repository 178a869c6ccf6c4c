import { Alert, type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** White text on shades 6 (light) and 8 (dark) meets WCAG AA. */
const accent: MantineColorsTuple = [
  '#eef2fe',
  '#dbe4fd',
  '#b6c7fa',
  '#8ea8f7',
  '#6a8bf3',
  '#4a70ee',
  '#2350d8',
  '#1f48c3',
  '#3c66e6',
  '#16358f',
];

const red: MantineColorsTuple = [
  '#fdecea',
  '#fad4d0',
  '#f5aaa3',
  '#ff8a80',
  '#e5574b',
  '#cc3a2d',
  '#b42318',
  '#9f1f15',
  '#c2352a',
  '#7a170f',
];

/** Surfaces and borders of the dark scheme, matching the checkout. */
const dark: MantineColorsTuple = [
  '#c9cdd6',
  '#b4bbc9',
  '#8b94a5',
  '#6f798b',
  '#39404d',
  '#2c313b',
  '#1b1e25',
  '#14161b',
  '#101216',
  '#0b0d10',
];

const badAlert = {
  root: { background: 'var(--bad-soft)' },
  title: { color: 'var(--bad)' },
  icon: { color: 'var(--bad)' },
};

export const theme = createTheme({
  colors: { accent, red, dark },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", Menlo, Consolas, monospace',
  // One scale for all pages: 12 notes, 13 tables and labels, 14 text, 15 panels, 22 pages, 26 figures.
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '0.9375rem', xl: '1.125rem' },
  lineHeights: { xs: '1.45', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '2rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.45' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  components: {
    Anchor: { defaultProps: { underline: 'hover' } },
    Alert: Alert.extend({
      styles: (_theme, { color }) => ({
        ...(color === 'red' ? badAlert : {}),
        ...(color === 'gray' ? { root: { background: 'var(--neutral-soft)' } } : {}),
        // Messages may contain long text without spaces.
        label: { overflowWrap: 'anywhere' },
        message: { overflowWrap: 'anywhere' },
        body: { minWidth: 0 },
      }),
    }),
    // Otherwise a dialog's <header> counts as a second banner landmark.
    Modal: {
      defaultProps: { centered: true, attributes: { header: { role: 'presentation' } } },
      styles: { title: { fontWeight: 600, lineHeight: 1.4 } },
    },
    InputWrapper: { defaultProps: { withAsterisk: false } },
  },
});

/** Mantine's default dimmed and light colours do not have enough contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#171a21',
    '--mantine-color-dimmed': '#596273',
    '--mantine-color-placeholder': '#6b7484',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#2350d8',
    '--mantine-color-accent-light-color': '#2350d8',
    '--mantine-color-accent-light-hover': '#dbe4fd',
    '--mantine-color-red-light-color': '#b42318',
    '--mantine-color-red-light-hover': '#fad4d0',
    '--mantine-color-default-border': '#d3d8e0',
  },
  dark: {
    '--mantine-color-text': '#eef0f4',
    '--mantine-color-dimmed': '#a0a8b8',
    '--mantine-color-placeholder': '#8b94a5',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-anchor': '#8aa8ff',
    '--mantine-color-accent-light-color': '#8aa8ff',
    '--mantine-color-red-light-color': '#ff8a80',
  },
});
