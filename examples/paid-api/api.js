/**
 * An API that sells one thing: what to wear today.
 *
 * @param {import('@causeway/sdk').Causeway} causeway
 * @param {string} amount In USD.
 * @returns {import('node:http').RequestListener}
 */
export function paidApi(causeway, amount) {
  const paywall = causeway.paywall({ amount, currency: 'USD', description: 'Advice on what to wear' });
  return paywall.node((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ advice: 'Take an umbrella.' }));
  });
}
