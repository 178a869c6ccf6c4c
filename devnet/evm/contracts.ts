import { readFileSync } from 'node:fs';
import { type Address, type Hex, parseAbi } from 'viem';
import { multicall3 } from '../../server/src/chains/evm/evm-chains.ts';
import { sequencerFeed } from '../../server/src/treasury/prices/sources/chainlink.ts';
import {
  cctpChain,
  messageTransmitter,
  tokenMessenger,
} from '../../server/src/treasury/routes/cctp/contracts.ts';
import {
  acrossPools,
  feeForwarder,
  lifiDiamond,
} from '../../server/src/treasury/routes/lifi/evm/contracts.ts';
import { chainSpecs, type EvmChain } from './chain-specs.ts';
import { priceFeeds } from './price-feeds.ts';

/** Nick's deterministic deployment proxy, and Multicall3, where they are on every real chain. */
export const deploymentProxy: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
export const multicall: Address = multicall3;

/** Ours, at the same addresses on every local chain. They read "devnet" and a number. */
export const smartWallet: Address = '0xDe70000000000000000000000000000000000001';
export const feeToken: Address = '0xdE70000000000000000000000000000000000002';
export const lyingToken: Address = '0xdE70000000000000000000000000000000000003';

const proxyCode: Hex =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3';

export const tokenAbi = parseAbi([
  'function setUp(string symbol, uint8 decimals)',
  'function mint(address to, uint256 value)',
  'function setBlacklisted(address account, bool on)',
  'function setBasisPointsRate(uint256 rate)',
  'function setPaused(bool on)',
  'function transfer(address to, uint256 value)',
  'function balanceOf(address owner) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);
export const smartWalletAbi = parseAbi([
  'function execute(address to, uint256 value, bytes data) payable',
  'function payAndRevert(address to) payable',
  'function setOwner(address owner)',
]);
export const feedAbi = parseAbi([
  'function set(int256 answer, uint256 time)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
]);
export const cctpAbi = parseAbi([
  'function setUp(uint32 domain, address attester)',
  'function setUp(address transmitter, address usdc)',
]);
export const lifiAbi = parseAbi([
  'function setUp(address pool)',
  'function setCrooked(address thief, uint256 units)',
]);
export const multicallAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'function aggregate3(Call3[] calls) payable returns ((bool success, bytes returnData)[])',
  'function getEthBalance(address account) view returns (uint256)',
]);

type Contract =
  | 'Token'
  | 'UsdCoin'
  | 'TetherToken'
  | 'FeeToken'
  | 'LyingToken'
  | 'Multicall'
  | 'SmartWallet'
  | 'PriceFeed'
  | 'PoolKeeper'
  | 'CctpMessenger'
  | 'CctpTransmitter'
  | 'LifiDiamond'
  | 'FeeForwarder'
  | 'AcrossPool';

export function codeOf(contract: Contract): Hex {
  const file = new URL(`../artifacts/${contract}.json`, import.meta.url);
  const artifact: { deployedBytecode: Hex } = JSON.parse(readFileSync(file, 'utf8'));
  return artifact.deployedBytecode;
}

/** Code by address at block zero. */
export function genesisCode(chain: EvmChain): [Address, Hex][] {
  const { tokens, strays } = chainSpecs[chain];
  const plain = codeOf('Token');
  // USDT on bsc is a plain BEP-20 with 18 decimals; elsewhere the strict original is the better test.
  const tether = chain === 'bsc' ? plain : codeOf('TetherToken');
  // Only bsc's USDC, which its issuer does not run, takes no payments by signature.
  const usdc = chain === 'bsc' ? plain : codeOf('UsdCoin');
  const feeds = chain === 'arbitrum' ? [...Object.values(priceFeeds), sequencerFeed] : [];
  const cctp: [Address, Hex][] = cctpChain(chain)
    ? [
        [tokenMessenger, codeOf('CctpMessenger')],
        [messageTransmitter, codeOf('CctpTransmitter')],
      ]
    : [];
  const pool = acrossPools[chain];
  const lifi: [Address, Hex][] = pool
    ? [
        [lifiDiamond, codeOf('LifiDiamond')],
        [feeForwarder, codeOf('FeeForwarder')],
        [pool, codeOf('AcrossPool')],
      ]
    : [];
  return [
    [deploymentProxy, proxyCode],
    [multicall, codeOf('Multicall')],
    [smartWallet, codeOf('SmartWallet')],
    [feeToken, codeOf('FeeToken')],
    [lyingToken, codeOf('LyingToken')],
    ...strays.map((address): [Address, Hex] => [address, plain]),
    ...Object.entries(tokens).map(([symbol, address]): [Address, Hex] => [
      address,
      symbol === 'USDT' ? tether : symbol === 'USDC' ? usdc : plain,
    ]),
    ...cctp,
    ...lifi,
    ...feeds.map((address): [Address, Hex] => [address, codeOf('PriceFeed')]),
  ];
}
