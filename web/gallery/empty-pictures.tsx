import '../dashboard/shell/colours.css';
import '../dashboard/shared/pictures.css';
import { render } from 'preact';
import { pictureSize, pictures } from '../dashboard/shared/pictures.ts';

/** The drawings of the dashboard's empty pages, in the browser's colour scheme. */
export function showPictures(root: HTMLElement): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';
  const { width, height } = pictureSize;
  render(
    <main class="panel" style="display: flex; flex-wrap: wrap">
      {Object.entries(pictures).map(([name, strokes]) => (
        <figure key={name}>
          <svg
            class="empty-picture"
            viewBox={`0 0 ${width} ${height}`}
            width={width}
            height={height}
            aria-hidden="true"
          >
            {strokes.map(([ink, path]) => (
              <path key={ink + path} class={ink} d={path} />
            ))}
          </svg>
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </main>,
    root,
  );
}
