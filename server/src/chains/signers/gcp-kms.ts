import { hexToBytes, keccak256 } from 'viem/utils';
import type { Config } from '../../platform/config/config.ts';
import { fetchJson } from '../../platform/fetch-json.ts';
import { compactSignature } from './der-signature.ts';
import { createGoogleTokens } from './google-token.ts';
import { type Curve, publicKeyBytes, type RemoteKey } from './remote-key.ts';
import { reasonOf, SignerError } from './signer-error.ts';

/** A key version in Google Cloud KMS, by its REST API. */
export function createGoogleKey(
  name: string,
  curve: Curve,
  access: Config['signerAccess'],
  nowMs: () => number,
): RemoteKey {
  const token = createGoogleTokens(access, nowMs);
  const ask = async (path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${await token()}` };
    const options = { headers, deadlineMs: access.deadlineMs, ...(body === undefined ? {} : { body }) };
    const answer = await fetchJson(`${access.googleKmsUrl}/v1/${name}${path}`, options).catch((error) => {
      throw new SignerError(`Google KMS does not sign: ${reasonOf(error)}`);
    });
    return (answer ?? {}) as Record<string, unknown>;
  };
  return {
    kind: 'gcp-kms',
    async publicKey() {
      const { pem } = await ask('/publicKey');
      if (typeof pem !== 'string') throw new SignerError('Google KMS answers without a public key');
      return publicKeyBytes(pem, curve);
    },
    async sign(bytes) {
      const answer = await ask(
        ':asymmetricSign',
        curve === 'Ed25519' ? wholeMessage(bytes) : digestOf(bytes),
      );
      const { signature } = answer;
      if (typeof signature !== 'string') throw new SignerError('Google KMS answers without a signature');
      const given = Buffer.from(signature, 'base64');
      return curve === 'Ed25519' ? given : compactSignature(given);
    },
  };
}

/** Google calls the algorithm EC_SIGN_SECP256K1_SHA256 and signs any 32 bytes as a digest. */
function digestOf(bytes: Uint8Array) {
  return { digest: { sha256: Buffer.from(hexToBytes(keccak256(bytes))).toString('base64') } };
}

function wholeMessage(bytes: Uint8Array) {
  return { data: Buffer.from(bytes).toString('base64') };
}
