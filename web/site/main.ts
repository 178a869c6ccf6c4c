import '../shared/theme.css';
import '../shared/components.css';
import '../shared/shell.css';
import './site.css';
import './front.css';
import './guide.css';
import { addCopyButtons } from './copy.ts';
import { openNavigation } from './navigation.ts';
import { startSearch } from './search.ts';

openNavigation();
addCopyButtons();
startSearch();
