import { expect, it } from 'vitest';
import { problemOf, WalletProblem } from './wallet-problem.ts';

it.each([
  [{ code: 4001, message: 'MetaMask Tx Signature: User denied transaction signature.' }, 'rejected'],
  [new Error('User rejected the request.'), 'rejected'],
  [{ code: 'ACTION_REJECTED', message: 'user rejected transaction' }, 'rejected'],
  [{ code: -32603, data: { originalError: { code: 4001 } } }, 'rejected'],
  [{ code: 4100, message: 'The requested account has not been authorized.' }, 'locked'],
  [{ code: -32002, message: 'Request of type eth_requestAccounts already pending' }, 'busy'],
  [{ code: -32000, message: 'insufficient funds for gas * price + value' }, 'noGas'],
  [new WalletProblem('tooLittle'), 'tooLittle'],
  ['a text', 'other'],
  [null, 'other'],
])('%j is %s', (error, code) => {
  expect(problemOf(error)).toBe(code);
});
