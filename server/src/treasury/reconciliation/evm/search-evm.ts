import type { EvmNode } from '../../../chains/evm/node.ts';
import { addressIn, toTopic } from '../../../chains/rpc/hex.ts';
import { transferTopic, unitsOf } from '../../../chains/watching/evm/arrivals-in-block.ts';
import type { IncomingTransfer } from '../surplus.ts';

const blocksAtOnce = 2000;

/** Transfers of a token to an address of ours, newest first, down to a block. */
export async function* searchEvm(
  node: EvmNode,
  { contract, to: receiver }: { contract: string; to: string },
  from: number,
  to: number,
): AsyncGenerator<IncomingTransfer[]> {
  const receivers = [toTopic(receiver.toLowerCase())];
  const filter = { addresses: [contract.toLowerCase()], topic: transferTopic, receivers };
  for (let last = to; last >= from; last -= blocksAtOnce) {
    const first = Math.max(from, last - blocksAtOnce + 1);
    const end = await node.header(last);
    if (!end) return;
    const logs = await node.logsBetween(first, end, [filter]);
    const found = logs.flatMap((log): IncomingTransfer[] => {
      const units = unitsOf(log);
      const block = log.blockNumber;
      return units
        ? [{ txHash: log.txHash, place: String(log.logIndex), block, from: addressIn(log.topics[1]), units }]
        : [];
    });
    yield found.reverse();
  }
}
