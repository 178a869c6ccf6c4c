import type { Address } from 'viem';
import { parseAbi } from 'viem/utils';
import type { ChainId } from '../../../../lib/chains/registry.ts';

/** LI.FI's contract, same address on all seven chains. The only target and the only spender. */
export const lifiDiamond: Address = '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE';

/** Takes LI.FI's own fee out of the amount, the same address on all chains; and who gets that fee. */
export const feeForwarder: Address = '0xCE40449B773a3E6E5e769ADb4e567179d4828cbd';
export const feeReceiver: Address = '0xC06ebbefD94032B85424D51906e2A335EFAe264B';

/** Across's SpokePool, which holds the money until a relayer was repaid. From LI.FI's and Across's public lists. */
export const acrossPools: Partial<Record<ChainId, Address>> = {
  ethereum: '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5',
  optimism: '0x6f26Bf09B1C792e3228e5467807a900A503c0281',
  polygon: '0x9295ee1d8C5b022Be115A2AD3c30C72E34e7F096',
  arbitrum: '0xe35e9842fceaCA96570B734083f4a58e8F7C5f2A',
  base: '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64',
  bsc: '0x4e8E101924eDE233C13e2D8622DC8aED2872d505',
};

/** LI.FI's name of the only bridge whose calls we read. */
export const bridgeName = 'across';

/** The only functions of LI.FI's contract that may be called. */
export const bridgeAbi = parseAbi([
  'struct BridgeData { bytes32 transactionId; string bridge; string integrator; address referrer; address sendingAssetId; address receiver; uint256 minAmount; uint256 destinationChainId; bool hasSourceSwaps; bool hasDestinationCall; }',
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'struct AcrossData { bytes32 receiverAddress; bytes32 refundAddress; bytes32 sendingAssetId; bytes32 receivingAssetId; uint256 outputAmount; uint128 outputAmountMultiplier; bytes32 exclusiveRelayer; uint32 quoteTimestamp; uint32 fillDeadline; uint32 exclusivityParameter; bytes message; }',
  'function startBridgeTokensViaAcrossV4(BridgeData bridgeData, AcrossData acrossData) payable',
  'function swapAndStartBridgeTokensViaAcrossV4(BridgeData bridgeData, SwapData[] swapData, AcrossData acrossData) payable',
]);

export const feeAbi = parseAbi([
  'struct Share { address recipient; uint256 amount; }',
  'function forwardERC20Fees(address token, Share[] shares)',
]);
