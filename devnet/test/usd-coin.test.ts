import { type Address, encodeFunctionData, type Hex, keccak256, parseAbi, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type Authorization,
  authorizationAbi,
  authorizationCall,
  authorizationTypes,
} from '../../server/src/chains/evm/authorization.ts';
import { evmChainIds } from '../../server/src/chains/evm/evm-chains.ts';
import { chainSpecs, type EvmChain } from '../evm/chain-specs.ts';
import { smartWallet, smartWalletAbi, tokenAbi } from '../evm/contracts.ts';
import { startEvmChains } from '../evm/start-chains.ts';
import { clientFor } from './clients.ts';
import { newAddress, walletAt } from './values.ts';

const devnet = await startEvmChains();
afterAll(() => devnet.stop());

const payer = walletAt(3);
let lastNonce = 0;

function usdc(chain: EvmChain): Address {
  const address = chainSpecs[chain].tokens.USDC;
  if (!address) throw new Error(`no USDC on ${chain}`);
  return address;
}

async function signed(
  chain: EvmChain,
  change: Partial<Authorization> & { chainId?: number; by?: typeof payer.account; name?: string } = {},
): Promise<Authorization> {
  const { by = payer.account, chainId = chainSpecs[chain].chainId, name = 'USD Coin', ...fields } = change;
  const authorization = {
    from: payer.address as string,
    to: newAddress() as string,
    units: 1_500_000n,
    validAfter: 0n,
    validBefore: BigInt(Math.floor(Date.now() / 1000) + 3600),
    nonce: keccak256(toHex(`nonce ${++lastNonce}`)),
    ...fields,
  };
  const { units, from, to, ...rest } = authorization;
  const signature = await by.signTypedData({
    domain: { name, version: '2', chainId, verifyingContract: usdc(chain) },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message: { ...rest, from: from as Address, to: to as Address, value: units },
  });
  return { ...authorization, signature };
}

async function send(chain: EvmChain, data: Hex): Promise<string> {
  const client = clientFor(devnet.urls[chain]);
  try {
    await client.call({ account: walletAt(1).address, to: usdc(chain), data });
  } catch (error) {
    return /reason: (.*?)(?:\n|\.?$)/i.exec((error as Error).message)?.[1] ?? (error as Error).message;
  }
  const hash = await devnet.on(chain).transact({ to: usdc(chain), data }, { from: walletAt(1) });
  return (await client.getTransactionReceipt({ hash })).status;
}

const held = (chain: EvmChain, owner: string) =>
  clientFor(devnet.urls[chain]).readContract({
    address: usdc(chain),
    abi: authorizationAbi,
    functionName: 'balanceOf',
    args: [owner as Address],
  });

describe('USDC of the local chains', () => {
  it.each(evmChainIds.filter((id) => id !== 'bsc'))('takes a signed payment on %s, once', async (chain) => {
    const one = await signed(chain);
    expect(await send(chain, authorizationCall(one))).toBe('success');
    expect(await held(chain, one.to)).toBe(1_500_000n);
    const state = await clientFor(devnet.urls[chain]).readContract({
      address: usdc(chain),
      abi: authorizationAbi,
      functionName: 'authorizationState',
      args: [payer.address, one.nonce],
    });
    expect(state).toBe(true);
    expect(await send(chain, authorizationCall(one))).toMatch('used or canceled');
  });

  it('has none on bsc, as the real one', async () => {
    const call = {
      to: usdc('bsc'),
      data: encodeFunctionData({ abi: authorizationAbi, functionName: 'version' }),
    };
    await expect(clientFor(devnet.urls.bsc).call(call)).rejects.toThrow();
  });

  it('takes a signature in three parts too', async () => {
    const { units, signature, ...one } = await signed('base');
    const abi = parseAbi([
      'function transferWithAuthorization(address, address, uint256, uint256, uint256, bytes32, uint8, bytes32, bytes32)',
    ]);
    const [from, to] = [one.from as Address, one.to as Address];
    const v = Number.parseInt(signature.slice(130), 16);
    const [r, s]: Hex[] = [`0x${signature.slice(2, 66)}`, `0x${signature.slice(66, 130)}`];
    const data = encodeFunctionData({
      abi,
      args: [from, to, units, one.validAfter, one.validBefore, one.nonce, v, r ?? '0x', s ?? '0x'],
    });
    expect(await send('base', data)).toBe('success');
    expect(await held('base', to)).toBe(units);
  });

  it.each([
    ['expired', { validBefore: 1_700_000_000n }, 'authorization is expired'],
    ['too early', { validAfter: 4_000_000_000n }, 'authorization is not yet valid'],
    ['of another chain', { chainId: 1 }, 'invalid signature'],
    ['of another domain', { name: 'USDC' }, 'invalid signature'],
    ['by another key', { by: walletAt(4).account }, 'invalid signature'],
    ['above the balance', { units: 10n ** 20n }, 'exceeds balance'],
  ] as const)('refuses a payment that is %s', async (_, change, reason) => {
    expect(await send('base', authorizationCall(await signed('base', change)))).toMatch(reason);
  });

  it('refuses a payment whose recipient or amount was changed', async () => {
    const one = await signed('base');
    expect(await send('base', authorizationCall({ ...one, to: newAddress() }))).toMatch('invalid signature');
    expect(await send('base', authorizationCall({ ...one, units: 2n }))).toMatch('invalid signature');
  });

  it('refuses a blocked payer and what the payer cancelled', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    await devnet.pay({ chain: 'base', token: 'USDC', to: account.address, units: 9_000_000n });
    const one = await signed('base', { by: account, from: account.address });
    const block = (on: boolean) =>
      devnet.on('base').transact({
        to: usdc('base'),
        data: encodeFunctionData({
          abi: tokenAbi,
          functionName: 'setBlacklisted',
          args: [account.address, on],
        }),
      });
    await block(true);
    expect(await send('base', authorizationCall(one))).toMatch('blacklisted');
    await block(false);
    const signature = await account.signTypedData({
      domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: usdc('base') },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: account.address, nonce: one.nonce },
    });
    const abi = parseAbi(['function cancelAuthorization(address, bytes32, bytes)']);
    const args = [account.address, one.nonce, signature] as const;
    expect(await send('base', encodeFunctionData({ abi, args }))).toBe('success');
    expect(await send('base', authorizationCall(one))).toMatch('used or canceled');
  });

  it('asks a wallet that is a contract whether the signature is its owner’s', async () => {
    const owner = walletAt(5);
    const one = await signed('base', { by: owner.account, from: smartWallet });
    expect(await send('base', authorizationCall(one))).toMatch('invalid signature');
    await devnet.on('base').transact({
      to: smartWallet,
      data: encodeFunctionData({ abi: smartWalletAbi, functionName: 'setOwner', args: [owner.address] }),
    });
    expect(await send('base', authorizationCall(one))).toBe('success');
    expect(await held('base', one.to)).toBe(1_500_000n);
  });
});
