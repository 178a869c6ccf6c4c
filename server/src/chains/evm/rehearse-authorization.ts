import type { Address, Hex } from 'viem';
import { decodeFunctionResult, encodeFunctionData, recoverAddress } from 'viem/utils';
import { parseBlock } from '../rpc/answers.ts';
import type { Connection } from '../rpc/connection.ts';
import { parseBytes, parseUnits } from '../rpc/hex.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import {
  type Authorization,
  authorizationAbi as abi,
  authorizationCall,
  authorizationHash,
  isOfUndeployedWallet,
  keySignature,
  type TokenDomain,
} from './authorization.ts';

interface RehearsedOn {
  contract: string;
  domain: TokenDomain;
  chainId: number;
  /** Who will send it. */
  settler: string;
  /** How long it must be valid from now on. */
  leastSeconds: bigint;
  /** By our clock: the node's may lag. */
  nowSeconds: bigint;
}

/** What the chain would say to an authorization now. */
export type Rehearsal =
  | {
      refusal:
        | 'TOO_EARLY'
        | 'ENDS_TOO_SOON'
        | 'INVALID_SIGNATURE'
        | 'UNDEPLOYED_WALLET'
        | 'AUTHORIZATION_USED'
        | 'INSUFFICIENT_FUNDS'
        | 'WOULD_FAIL';
    }
  /**
   * The signature in the form that the token takes, the cost of sending it, in the chain's smallest unit, and what the payer
   * has at which block.
   */
  | { refusal: null; signature: Hex; gas: bigint; gasPrice: bigint; funds: { units: bigint; block: number } };

/** Asks a node what would happen, so that what cannot succeed costs nobody gas. */
export async function rehearseAuthorization(
  connection: Connection,
  on: RehearsedOn,
  given: Authorization,
): Promise<Rehearsal> {
  const read = (data: Hex) => ({ method: 'eth_call', params: [{ to: on.contract, data }, 'latest'] });
  const from = given.from as Address;
  const [head, price, codeAnswer, stateAnswer, balanceAnswer] = await connection.batch([
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    { method: 'eth_gasPrice', params: [] },
    { method: 'eth_getCode', params: [from, 'latest'] },
    read(encodeFunctionData({ abi, functionName: 'authorizationState', args: [from, given.nonce] })),
    read(encodeFunctionData({ abi, functionName: 'balanceOf', args: [from] })),
  ]);
  const { number: block, time } = parseBlock(head);
  const headSeconds = BigInt(Math.floor(time.getTime() / 1000));
  const later = headSeconds > on.nowSeconds ? headSeconds : on.nowSeconds;
  const state = parseBytes(stateAnswer);
  const balance = parseBytes(balanceAnswer);
  if (decodeFunctionResult({ abi, functionName: 'authorizationState', data: state }))
    return { refusal: 'AUTHORIZATION_USED' };
  if (given.validAfter >= headSeconds) return { refusal: 'TOO_EARLY' };
  if (given.validBefore <= later + on.leastSeconds) return { refusal: 'ENDS_TOO_SOON' };
  if (isOfUndeployedWallet(given.signature)) return { refusal: 'UNDEPLOYED_WALLET' };
  const isKey = parseBytes(codeAnswer) === '0x';
  const signed = isKey ? { ...given, signature: keySignature(given.signature) } : given;
  if (isKey && !(await isSignedByKey(on, signed))) return { refusal: 'INVALID_SIGNATURE' };
  const units = decodeFunctionResult({ abi, functionName: 'balanceOf', data: balance });
  if (units < given.units) return { refusal: 'INSUFFICIENT_FUNDS' };
  try {
    const call = { from: on.settler, to: on.contract, data: authorizationCall(signed) };
    const gas = parseUnits(await connection.call('eth_estimateGas', [call]));
    const funds = { units, block };
    return { refusal: null, signature: signed.signature, gas, gasPrice: parseUnits(price), funds };
  } catch (error) {
    if (error instanceof RpcError && error.problem === 'node') return { refusal: 'WOULD_FAIL' };
    throw error;
  }
}

async function isSignedByKey(
  { domain, chainId, contract }: RehearsedOn,
  signed: Authorization,
): Promise<boolean> {
  try {
    const hash = authorizationHash({ ...domain, chainId, contract }, signed);
    const signer = await recoverAddress({ hash, signature: signed.signature });
    return signer.toLowerCase() === signed.from.toLowerCase();
  } catch {
    // Not a point on the curve, or not 65 bytes.
    return false;
  }
}
