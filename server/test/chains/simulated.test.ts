import { type ChainId, chainIds } from '../../src/lib/chains/registry.ts';
import { simulatedTxHash, testWallet } from '../../src/payments/test-mode/addresses.ts';
import { createTestChains } from '../../src/payments/test-mode/chains.ts';
import { insertTransactions } from '../../src/payments/test-mode/simulated-transaction.ts';
import { connect } from '../../src/platform/db/client.ts';
import { manualClock } from '../support/clock.ts';
import { createDatabase } from '../support/service.ts';
import { type AdapterHarness, describeAdapter } from './conformance.ts';

async function simulatedHarness(chain: ChainId): Promise<AdapterHarness> {
  const database = await createDatabase();
  const db = connect(database.url, { poolSize: 4 });
  const clock = manualClock();
  const customerAddress = testWallet(chain).address;
  const simulated = createTestChains(clock);
  let sent = 0;
  return {
    adapter: simulated.adapter('test', chain),
    report: (addresses) => simulated.report(db, 'test', addresses),
    customerAddress,
    async send({ token, toAddress, units, reverts = false }) {
      const txHash = simulatedTxHash(chain, `conformance-${++sent}`);
      await insertTransactions(db, [
        {
          tx_hash: txHash,
          chain,
          token,
          token_units: units.toString(),
          from_address: customerAddress,
          to_address: toAddress,
          broadcast_at: clock.now(),
          final_at: new Date(clock.nowMs() + 2500),
          failure_reason: reverts ? 'TRANSACTION_REVERTED' : null,
          failure_message: reverts ? 'Out of gas.' : null,
        },
      ]);
      return txHash;
    },
    finalise: async () => clock.advance(2500),
    now: clock.now,
    async stop() {
      await db.end();
      await database.drop();
    },
  };
}

const traits = { hasBlocks: false, reportsFailures: true };
for (const chain of chainIds) describeAdapter(`simulated ${chain}`, traits, () => simulatedHarness(chain));
