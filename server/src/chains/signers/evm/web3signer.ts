import { readFileSync } from 'node:fs';
import { Agent } from 'undici';
import { getAddress, toHex } from 'viem/utils';
import type { Config } from '../../../platform/config/config.ts';
import { type FetchOptions, fetchJson, fetchText } from '../../../platform/fetch-json.ts';
import { evmAddress, type RemoteKey } from '../remote-key.ts';
import { reasonOf, SignerError } from '../signer-error.ts';

/**
 * A key behind a Web3Signer, by its API of eth1 keys, which signs the Keccak-256 of any bytes. `eth_signTransaction` of the same
 * program signs for the one chain id that it was started with.
 */
export function createWeb3SignerKey(
  url: string,
  address: string | null,
  access: Config['signerAccess'],
): RemoteKey {
  const dispatcher = new Agent({ connections: 4, connect: tlsOf(access) });
  const options: FetchOptions = { dispatcher, deadlineMs: access.deadlineMs };
  const asked = (error: unknown): never => {
    throw new SignerError(`the Web3Signer does not sign: ${reasonOf(error)}`);
  };
  let chosen: Promise<ListedKey> | null = null;
  const keyThere = async () => {
    chosen ??= fetchJson(`${url}/api/v1/eth1/publicKeys`, options).then(
      (answer) => chooseKey(answer, address),
      asked,
    );
    try {
      return await chosen;
    } catch (error) {
      chosen = null;
      throw error;
    }
  };
  return {
    kind: 'web3signer',
    publicKey: async () => (await keyThere()).bytes,
    async sign(bytes) {
      const { identifier } = await keyThere();
      const text = await fetchText(`${url}/api/v1/eth1/sign/${identifier}`, {
        ...options,
        headers: { accept: 'text/plain' },
        body: { data: toHex(bytes) },
      }).catch(asked);
      // r, s and v. The last byte is not needed: the key says which of two it is.
      const [, hex] = /^"?0x([0-9a-fA-F]{130})"?\s*$/.exec(text) ?? [];
      if (hex === undefined)
        throw new SignerError('the Web3Signer answers with something that is no signature');
      return Buffer.from(hex, 'hex').subarray(0, 64);
    },
  };
}

interface ListedKey {
  /** As the signer lists it, and wants to be asked for it. */
  identifier: string;
  bytes: Buffer;
}

/** Of the keys that the signer lists, that of the address, or the only one. */
function chooseKey(answer: unknown, address: string | null): ListedKey {
  const listed = Array.isArray(answer) ? answer.flatMap(keyIn) : [];
  const keys = listed.filter(({ bytes }) => address === null || evmAddress(bytes) === getAddress(address));
  const [key, other] = keys;
  if (!key)
    throw new SignerError(
      address === null ? 'the Web3Signer lists no key' : `the Web3Signer has no key of ${address}`,
    );
  if (other) throw new SignerError('the Web3Signer has several keys: add #0x… with the address to its URL');
  return key;
}

function keyIn(identifier: unknown): ListedKey[] {
  if (typeof identifier !== 'string') return [];
  const [, hex] = /^0x(?:04)?([0-9a-fA-F]{128})$/.exec(identifier) ?? [];
  return hex === undefined ? [] : [{ identifier, bytes: Buffer.from(hex, 'hex') }];
}

function tlsOf({ tlsCert, tlsKey, tlsCa }: Config['signerAccess']) {
  const read = (path: string | null) => {
    if (path === null) return undefined;
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw new SignerError(`a file of SIGNER_TLS_… cannot be read: ${reasonOf(error)}`);
    }
  };
  const files = { cert: read(tlsCert), key: read(tlsKey), ca: read(tlsCa) };
  return Object.fromEntries(Object.entries(files).filter(([, text]) => text !== undefined));
}
