const shownMs = 2000;

/** Adds a copy button to each code block of a guide. */
export function addCopyButtons(): void {
  const news = document.getElementById('copied');
  for (const figure of document.querySelectorAll('figure.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const copied = await copy(figure.querySelector('code')?.textContent ?? '');
      const said = copied ? 'Copied' : 'Select the text and copy it';
      button.textContent = said;
      if (news) news.textContent = said;
      setTimeout(() => {
        button.textContent = 'Copy';
      }, shownMs);
    });
    figure.append(button);
  }
}

/** Browsers allow it on HTTPS and localhost only. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
