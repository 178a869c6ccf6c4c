import type { Parser } from './parsers.ts';

/** Where a key is that is not in WALLET_FILE. */
export type SignerSetting =
  /** A key id, an ARN or an alias. */
  | { kind: 'aws-kms'; key: string }
  /** The resource name of a key version. */
  | { kind: 'gcp-kms'; key: string }
  /** A Web3Signer. `key` is the address it signs for; null for its only one. */
  | { kind: 'web3signer'; url: string; key: string | null };

const awsKey =
  /^(?:arn:aws[\w-]*:kms:[\w-]+:\d{12}:(?:key|alias)\/[\w/-]+|alias\/[\w/-]+|(?:mrk-)?[0-9a-f-]{32,40})$/;
const googleKey =
  /^projects\/[\w:.-]+\/locations\/[\w-]+\/keyRings\/[\w-]+\/cryptoKeys\/[\w-]+\/cryptoKeyVersions\/\d+$/;
const googleForm = 'gcp-kms:projects/…/locations/…/keyRings/…/cryptoKeys/…/cryptoKeyVersions/1';

function cloudKey(text: string): SignerSetting | undefined {
  const [kind, key] = [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1)];
  if (kind === 'aws-kms' && awsKey.test(key)) return { kind, key };
  return kind === 'gcp-kms' && googleKey.test(key) ? { kind, key } : undefined;
}

/** For keys of Solana: Ed25519. */
export const solanaSigner: Parser<SignerSetting> = {
  expected: `aws-kms:<key id, ARN or alias> or ${googleForm}`,
  parse: cloudKey,
};

/** For keys of EVM chains: secp256k1. Plain HTTP is for a signer on this machine. */
export const evmSigner: Parser<SignerSetting> = {
  expected: `aws-kms:<key id, ARN or alias>, ${googleForm}, or the https:// URL of a Web3Signer, with #0x… if it has several keys`,
  parse: (text) => (/^https?:/.test(text) ? web3signer(text) : cloudKey(text)),
};

function web3signer(text: string): SignerSetting | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const key = url.hash.slice(1);
  const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  const isFine =
    (url.protocol === 'https:' || isLocal) &&
    !url.search &&
    !url.username &&
    !url.password &&
    url.port !== '0';
  if (!isFine || (key !== '' && !/^0x[0-9a-fA-F]{40}$/.test(key))) return undefined;
  return {
    kind: 'web3signer',
    url: `${url.origin}${url.pathname}`.replace(/\/+$/, ''),
    key: key === '' ? null : key,
  };
}
