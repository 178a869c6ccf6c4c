import type { InvoicePageData } from '../../server/src/pages/invoice-page/page-data.ts';

const timeoutMs = 20_000;

/** Submits Pay Now by script, so that errors show on this page. `check` refreshes an outdated page. */
export function payByScript({ error }: InvoicePageData, check: () => Promise<void>): void {
  let busy = false;
  document.addEventListener('submit', async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.id !== 'pay') return;
    event.preventDefault();
    if (busy) return;
    busy = true;
    setBusy(form, true);
    const outcome = await send(form.action);
    if ('url' in outcome) return location.assign(outcome.url);
    busy = false;
    setBusy(form, false);
    if (outcome.code !== 'UNREACHABLE') await check();
    showError(errorText(outcome.code, error));
  });
  // The back button restores the page in its busy state.
  addEventListener('pageshow', ({ persisted }) => {
    const form = document.querySelector<HTMLFormElement>('#pay');
    if (!persisted) return;
    busy = false;
    if (form) setBusy(form, false);
  });
}

function setBusy(form: HTMLFormElement, busy: boolean): void {
  const button = form.querySelector('button');
  if (!button) return;
  button.setAttribute('aria-busy', String(busy));
  const other = button.dataset['busy'] ?? '';
  if (busy !== button.hasAttribute('data-was-busy')) {
    button.dataset['busy'] = button.textContent ?? '';
    button.textContent = other;
    button.toggleAttribute('data-was-busy', busy);
  }
}

async function send(url: string): Promise<{ url: string } | { code: string }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await response.json();
    if (response.ok) return { url: String(body.data.checkout_url) };
    return { code: String(body.error.code) };
  } catch {
    return { code: 'UNREACHABLE' };
  }
}

function errorText(code: string, error: InvoicePageData['error']): string {
  switch (code) {
    case 'INVOICE_ALREADY_PAID':
      return error.paid;
    case 'INVOICE_ALREADY_VOID':
    case 'INVOICE_NOT_OPEN':
      return error.closed;
    case 'RATE_LIMIT_EXCEEDED':
      return error.tooMany;
    case 'UNREACHABLE':
      return error.unreachable;
    default:
      return error.other;
  }
}

function showError(text: string): void {
  const place = document.getElementById('pay-error');
  if (!place) return;
  place.hidden = false;
  place.textContent = text;
}
