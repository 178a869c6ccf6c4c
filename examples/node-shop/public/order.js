// Polls for the status that the webhook sets.
const order = document.querySelector('[data-order]');
const everyMs = 1000;

async function look() {
  const response = await fetch(`/orders/${order?.getAttribute('data-order')}/state`).catch(() => null);
  const state = response?.ok ? await response.json() : null;
  if (state && state.status !== order?.getAttribute('data-status')) {
    // Drops the query that the checkout added.
    location.replace(location.pathname);
  } else {
    setTimeout(look, everyMs);
  }
}

const status = order?.getAttribute('data-status');
if (status === 'open' || status === 'failed') setTimeout(look, everyMs);
