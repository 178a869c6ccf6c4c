import '../shared/theme.css';
import '../shared/components.css';
import '../shared/shell.css';
import './site.css';
import './front.css';
import './guide.css';
import { showCheckout } from './checkout-frame.ts';
import { addCopyButtons } from './copy.ts';
import { openNavigation } from './navigation.ts';
import { fillInOwnKey } from './own-key.ts';
import { offerRuns } from './run.ts';
import { startSearch } from './search.ts';

openNavigation();
addCopyButtons();
startSearch();
showCheckout();
// Without it the samples read the demo merchant's key.
fillInOwnKey().catch(() => undefined);
offerRuns().catch(() => undefined);
