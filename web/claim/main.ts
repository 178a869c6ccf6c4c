import '../shared/theme.css';
import '../shared/components.css';
import '../shared/shell.css';
import '../invoice/invoice.css';
import './claim.css';
import { rememberChosenLocale, returnToChosenLocale } from '../shared/page-language.ts';
import { offerOwnWallet } from './own-wallet.ts';
import { followStatus } from './status.ts';

/** The server renders every step; the script adds what needs JavaScript. */
if (document.querySelector('main.claim') && !returnToChosenLocale()) {
  rememberChosenLocale();
  followStatus();
  offerOwnWallet();
}
