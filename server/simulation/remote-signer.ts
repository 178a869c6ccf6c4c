import type { Address } from 'viem';
import type { HDAccount } from 'viem/accounts';
import { hexToBytes, keccak256 } from 'viem/utils';
import type { Signer } from '../src/chains/evm/signer.ts';
import { createRemoteSigner } from '../src/chains/signers/evm/evm-signer.ts';
import type { RemoteKey } from '../src/chains/signers/remote-key.ts';
import { SignerError } from '../src/chains/signers/signer-error.ts';
import type { SignerFault } from './faults.ts';
import type { Caller } from './scheduler/scheduler.ts';
import type { World } from './world.ts';

/** Longer than leases that are renewed while a signer is asked. */
const slowMs = 9000;
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The key in a service elsewhere, whose answers the service's own code checks. Each question is an operation of the simulator. */
export function remoteSigner(world: World, caller: Caller, account: HDAccount, other: HDAccount): Signer {
  const key: RemoteKey = {
    kind: 'web3signer',
    publicKey: async () => hexToBytes(account.publicKey).subarray(1),
    sign: (bytes) => {
      const isProbe = bytes[0] === 0x19;
      const label = `signer signs ${isProbe ? 'a probe' : keccak256(bytes).slice(0, 10)}`;
      return world.scheduler.ask(
        caller,
        { kind: 'signer', label, failure: async () => new SignerError('it closed the connection') },
        async () => {
          const found = world.faults.takeSigner(isProbe);
          if (found) world.trace.add(`signer: ${found.fault}`);
          return answer(world, account, other, bytes, found);
        },
      );
    },
  };
  return createRemoteSigner(key, account.address as Address);
}

async function answer(
  { clock }: World,
  account: HDAccount,
  other: HDAccount,
  bytes: Uint8Array,
  found: { fault: SignerFault; number: number } | null,
): Promise<Uint8Array> {
  switch (found?.fault) {
    case 'signer-down':
      throw new SignerError('connection refused');
    case 'signer-refuses':
      throw new SignerError('it answered 403');
    case 'signer-slow':
      clock.advance(slowMs);
      if (found.number % 2 === 0) throw new SignerError('it did not answer within 10000 ms');
      return signatureOf(account, bytes);
    case 'signer-lies':
      return lie(account, other, bytes, found.number);
    default:
      return signatureOf(account, bytes);
  }
}

async function signatureOf(account: HDAccount, bytes: Uint8Array): Promise<Uint8Array> {
  return hexToBytes(await account.sign({ hash: keccak256(bytes) })).subarray(0, 64);
}

/** Another key, other bytes, r and s the wrong way round, too short, nothing, and the higher s, which is no lie. */
async function lie(
  account: HDAccount,
  other: HDAccount,
  bytes: Uint8Array,
  number: number,
): Promise<Uint8Array> {
  const right = await signatureOf(account, bytes);
  const lies = [
    () => signatureOf(other, bytes),
    () => signatureOf(account, Uint8Array.from([...bytes, 0])),
    () => Uint8Array.from([...right.subarray(32), ...right.subarray(0, 32)]),
    () => right.subarray(0, 63),
    () => new Uint8Array(0),
    () => Uint8Array.from([...right.subarray(0, 32), ...higher(right.subarray(32))]),
  ];
  return (lies[number % lies.length] ?? (() => right))();
}

function higher(s: Uint8Array): Uint8Array {
  const number = BigInt(`0x${Buffer.from(s).toString('hex')}`);
  return Buffer.from((order - number).toString(16).padStart(64, '0'), 'hex');
}
