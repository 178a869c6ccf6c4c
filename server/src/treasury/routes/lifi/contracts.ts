import type { Address } from 'viem';
import { decodeAbiParameters } from 'viem/utils';
import type { Hex } from '../../../chains/rpc/hex.ts';

/** LI.FI's contract, same address on all seven chains. The only target and the only spender. */
export const lifiDiamond: Address = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE';

/** LI.FI's address for native money. */
export const nativeAddress: Address = `0x${'00'.repeat(20)}`;

/** First argument of every bridging function of LI.FI's contract. */
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

/** Reads the destination from a call; null if it cannot be decoded, as with packed calls. */
export function readBridgeData(data: Hex) {
  try {
    const [found] = decodeAbiParameters(bridgeData, `0x${data.slice(10)}`);
    return found;
  } catch {
    return null;
  }
}
