import { forgetTestKey, keptTestKey } from '../shared/test-key.ts';

/** What the samples read their key with. */
const sampleKey = `$(node -p "require('./data/dev-credentials.json').test_key")`;

/** Fills in the test key that a signed-in reader created in this browser. */
export async function fillInOwnKey(): Promise<void> {
  const key = await signedInKey();
  if (key === null) return;
  for (const figure of document.querySelectorAll('figure.code')) {
    const code = figure.querySelector('code');
    const text = code?.textContent ?? '';
    if (!code || !text.includes(sampleKey)) continue;
    code.textContent = text.replaceAll(sampleKey, key);
    figure.after(note());
  }
}

let asked: Promise<string | null> | undefined;

/** The test key that this browser keeps, if its member is still signed in. Asked once. */
export function signedInKey(): Promise<string | null> {
  asked ??= checkedKey();
  return asked;
}

async function checkedKey(): Promise<string | null> {
  const kept = keptTestKey();
  const docs = document.querySelector<HTMLFormElement>('form.search')?.dataset['docs'];
  if (!kept || !docs) return null;
  if ((await signedInMerchant(docs)) === kept.merchant_id) return kept.key;
  forgetTestKey();
  return null;
}

/** Null when nobody is signed in. Throws when the service cannot be reached. */
async function signedInMerchant(docs: string): Promise<string | null> {
  const response = await fetch(new URL('../dashboard/api/session', new URL(docs, location.href)), {
    headers: { accept: 'application/json', 'x-causeway-request': 'dashboard' },
    cache: 'no-store',
  });
  const { data } = await response.json();
  return data?.merchant?.merchant_id ?? null;
}

function note(): HTMLElement {
  const line = document.createElement('p');
  line.className = 'key-note';
  line.textContent = 'With the test key that you created in this browser.';
  return line;
}
