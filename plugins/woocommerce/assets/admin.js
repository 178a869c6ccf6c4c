// The button "Register webhook" of the settings page.
(() => {
  const button = document.getElementById('causeway-webhook');
  const state = document.getElementById('causeway-webhook-state');
  button?.addEventListener('click', async () => {
    button.disabled = true;
    const body = new URLSearchParams({ action: 'causeway_webhook', nonce: button.dataset.nonce });
    try {
      const answer = await fetch(window.ajaxurl, { method: 'POST', body, credentials: 'same-origin' });
      const { data } = await answer.json();
      state.textContent = data.message;
    } catch (error) {
      state.textContent = String(error);
    } finally {
      button.disabled = false;
    }
  });
})();
