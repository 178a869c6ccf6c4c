/** Where Mantine keeps the theme that the member chose in the dashboard. */
const storageKey = 'mantine-color-scheme-value';

/** Shows these pages in the dashboard's theme, without Mantine. */
export function followColourScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = stored();
    const scheme = chosen === 'light' || chosen === 'dark' ? chosen : dark.matches ? 'dark' : 'light';
    document.documentElement.dataset['mantineColorScheme'] = scheme;
  };
  dark.addEventListener('change', apply);
  apply();
}

/** Null if the browser blocks storage. */
function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
