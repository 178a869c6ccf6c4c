/** The folder `server/`, from `src/` and from the bundle in `dist/` alike. Files of the project are found from here. */
export const serverFolder = new URL(import.meta.url.endsWith('.ts') ? '../../' : '../', import.meta.url);
