import { signedInKey } from './own-key.ts';

/** Lets a signed-in reader send the samples of the reference with their own test key, and shows the answer in place. */
export async function offerRuns(): Promise<void> {
  const samples = document.querySelectorAll<HTMLElement>('[data-run]');
  if (samples.length === 0) return;
  const key = await signedInKey();
  if (key === null) return;
  for (const sample of samples) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'run';
    button.textContent = 'Run with my test key';
    button.addEventListener('click', () => void run(sample, button, key));
    sample.querySelector('figure')?.after(button);
  }
}

async function run(sample: HTMLElement, button: HTMLButtonElement, key: string): Promise<void> {
  const [method = 'get', path = ''] = sample.dataset['run']?.split(' ') ?? [];
  const { body } = sample.dataset;
  const answer = sample.querySelector('figure:last-of-type code');
  const caption = sample.querySelector('figure:last-of-type figcaption');
  if (!answer || !caption) return;
  button.disabled = true;
  try {
    const docs = document.querySelector<HTMLFormElement>('form.search')?.dataset['docs'] ?? '/docs/';
    const response = await fetch(new URL(`..${path}`, new URL(docs, location.href)), {
      method: method.toUpperCase(),
      // The key decides, not the session of the dashboard.
      credentials: 'omit',
      headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body } : {}),
    });
    caption.textContent = `Your answer ${response.status}`;
    answer.textContent = JSON.stringify(await response.json(), null, 2);
  } catch {
    caption.textContent = 'The service could not be reached. Try again.';
  }
  button.disabled = false;
}
