import './page.css';
import { rememberChosenLocale, returnToChosenLocale } from '../shared/page-language.ts';
import { followNews } from './news.ts';
import { readPage } from './page-data.ts';
import { payByScript } from './pay.ts';

/** The server renders the whole invoice; the script adds what needs JavaScript. */
const page = readPage(document);
if (page && !returnToChosenLocale()) {
  rememberChosenLocale();
  const news = followNews(page);
  payByScript(page, news.check);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('#print')) print();
  });
}
