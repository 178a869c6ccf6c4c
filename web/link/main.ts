import '../shared/theme.css';
import '../shared/components.css';
import '../shared/shell.css';
import '../invoice/invoice.css';
import './link.css';
import { rememberChosenLocale, returnToChosenLocale } from '../shared/page-language.ts';

/** The server renders the page and takes its form; the script only remembers the language. */
if (document.querySelector('main.link') && !returnToChosenLocale()) rememberChosenLocale();
