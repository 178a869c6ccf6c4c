import type { Address, Hex } from 'viem';
import { hexToBytes, keccak256, recoverAddress, serializeTransaction, toHex } from 'viem/utils';
import type { Signer } from '../../evm/signer.ts';
import type { RemoteKey } from '../remote-key.ts';
import { SignerError } from '../signer-error.ts';

/** The order of secp256k1. Chains refuse an s above its half, which services answer with every other time. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
/** Begins as wallets sign texts (EIP-191), which no chain takes for a transaction. */
const probe = Buffer.from('\x19Ethereum Signed Message:\n14causeway probe');

/**
 * Signs with a key elsewhere, which must be that of the address. The result is a signature of this transaction by this address,
 * or an error. Asks nothing until it signs, so that a signer that is down does not keep a worker from starting.
 */
export function createRemoteSigner(key: RemoteKey, address: Address): Signer {
  return {
    address,
    kind: key.kind,
    async sign({ to, ...rest }) {
      const unsigned = { type: 'eip1559', to: to as Address, ...rest } as const;
      const bytes = hexToBytes(serializeTransaction(unsigned));
      return serializeTransaction(unsigned, await signatureOf(key, address, bytes));
    },
    async probe() {
      await signatureOf(key, address, probe);
    },
  };
}

/** The signature with the lower s, checked against the address. */
async function signatureOf(key: RemoteKey, address: Address, bytes: Uint8Array) {
  const answer = Buffer.from(await key.sign(bytes));
  if (answer.length !== 64) throw new SignerError('it answers with something that is no signature');
  const r = numberIn(answer.subarray(0, 32));
  const given = numberIn(answer.subarray(32));
  const wrong = `it signed with another key than that of ${address}, or something else than was asked`;
  if (r >= order || given >= order) throw new SignerError(wrong);
  const s = given > order / 2n ? order - given : given;
  const hash = keccak256(bytes);
  for (const yParity of [0, 1]) {
    const signature = { r: wordOf(r), s: wordOf(s), yParity };
    if ((await signerOf(hash, signature)) === address) return signature;
  }
  throw new SignerError(wrong);
}

async function signerOf(hash: Hex, signature: { r: Hex; s: Hex; yParity: number }): Promise<string | null> {
  try {
    return await recoverAddress({ hash, signature });
  } catch {
    // No point of the curve has this r, or a number is zero.
    return null;
  }
}

const numberIn = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`);
const wordOf = (number: bigint) => toHex(number, { size: 32 });
