import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';

/**
 * @param {string} url
 * @param {`0x${string}`} key Of a wallet with USDC on base. It needs no ether.
 * @param {number} mostUsd
 */
export async function buy(url, key, mostUsd) {
  const client = x402Client.fromConfig({
    schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(privateKeyToAccount(key)) }],
    spendControls: { maxAmountPerPayment: mostUsd },
  });
  const reply = await wrapFetchWithPayment(fetch, client)(url);
  if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
  return reply.json();
}

const [url, key] = [process.env['API_URL'], process.env['PAYER_KEY']];
if (url && key)
  process.stdout.write(`${JSON.stringify(await buy(url, /** @type {`0x${string}`} */ (key), 1))}\n`);
