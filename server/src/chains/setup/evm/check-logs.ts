import { createEvmNode } from '../../evm/node.ts';
import type { Rpc } from '../../rpc/rpc.ts';
import type { LiveChain } from '../../watching/live-chain.ts';
import type { Finding } from '../checks.ts';

const blocksRead = 20;

/**
 * Whether a node can show that it leaves no log out. For the operator: payments are found without it too, as long as the
 * node answers truly.
 */
export async function checkLogs(rpc: Rpc, { id }: LiveChain): Promise<Finding[]> {
  const node = createEvmNode(rpc, null);
  const latest = await node.header('latest');
  if (!latest) return [];
  const blocks = await node.blocks(Math.max(0, latest.number - blocksRead + 1), latest.number, false);
  const sample = blocks.findLast(({ isEmpty }) => !isEmpty);
  if (!sample) return [{ what: 'logs', found: 'no block with transactions to look at', todo: null }];
  const urls = `${id.toUpperCase()}_RPC_URL`;
  if (sample.bloom === null)
    return [
      {
        what: 'logs',
        found: 'the blooms of headers are empty or wrong, so receipts or two nodes must show each block',
        todo: rpc.size > 1 ? null : `Add a second node to ${urls}: one alone could hide payments unnoticed.`,
      },
    ];
  return node.logsIn(sample).then(
    () => [{ what: 'logs', found: 'the node can show that none is missing', todo: null }],
    (error: Error) => [
      {
        what: 'logs',
        found: error.message,
        todo: `Add a node to ${urls} that answers eth_getBlockReceipts, or eth_getLogs by block hash without a filter.`,
      },
    ],
  );
}
