import type { Address } from 'viem';
import { decodeAbiParameters } from 'viem/utils';
import type { Hex } from '../../../chains/rpc/hex.ts';

/** LI.FI's contract, the same on all seven chains. The only one that is called, and the only one that may spend. */
export const lifiDiamond: Address = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE';

/** How LI.FI names native money. */
export const nativeAddress: Address = `0x${'00'.repeat(20)}`;

/** The first argument of every function of LI.FI's contract that bridges. */
const bridgeData = [
  {
    type: 'tuple',
    components: [
      { name: 'transactionId', type: 'bytes32' },
      { name: 'bridge', type: 'string' },
      { name: 'integrator', type: 'string' },
      { name: 'referrer', type: 'address' },
      { name: 'sendingAssetId', type: 'address' },
      { name: 'receiver', type: 'address' },
      { name: 'minAmount', type: 'uint256' },
      { name: 'destinationChainId', type: 'uint256' },
      { name: 'hasSourceSwaps', type: 'bool' },
      { name: 'hasDestinationCall', type: 'bool' },
    ],
  },
] as const;

/** What a call says about where the money goes; null when it cannot be read, as for calls that are packed tightly. */
export function readBridgeData(data: Hex) {
  try {
    const [found] = decodeAbiParameters(bridgeData, `0x${data.slice(10)}`);
    return found;
  } catch {
    return null;
  }
}
