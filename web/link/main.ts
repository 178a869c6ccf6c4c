import '../shared/theme.css';
import '../shared/components.css';
import '../shared/shell.css';
import '../invoice/invoice.css';
import './link.css';
import { rememberChosenLocale, returnToChosenLocale } from '../shared/page-language.ts';

/** The server renders the page and takes its form; the script remembers the language and fills in round amounts. */
if (document.querySelector('main.link') && !returnToChosenLocale()) {
  rememberChosenLocale();
  const presets = document.querySelector<HTMLElement>('.link-presets');
  const field = document.querySelector<HTMLInputElement>('#amount');
  if (presets && field) {
    presets.hidden = false;
    presets.addEventListener('click', ({ target }) => {
      if (target instanceof HTMLButtonElement) field.value = target.value;
    });
  }
}
