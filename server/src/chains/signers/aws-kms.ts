import { GetPublicKeyCommand, KMSClient, SignCommand, type SignCommandInput } from '@aws-sdk/client-kms';
import { hexToBytes, keccak256 } from 'viem/utils';
import { within } from '../../lib/deadline.ts';
import { compactSignature } from './der-signature.ts';
import { type Curve, publicKeyBytes, type RemoteKey } from './remote-key.ts';
import { reasonOf, SignerError } from './signer-error.ts';

/**
 * A key in AWS KMS. The region is that of the ARN, or as AWS's tools find it, and so are the credentials. This file is loaded on
 * demand: AWS's client is large, and most installations have no key there.
 */
export function createAwsKey(keyId: string, curve: Curve, deadlineMs: number): RemoteKey {
  const region = /^arn:[^:]+:kms:([^:]+):/.exec(keyId)?.[1];
  const connect = () => new KMSClient({ ...(region ? { region } : {}), maxAttempts: 2 });
  let client = connect();
  /** One request with its retries, and before it those for credentials, within the deadline. */
  async function ask<T>(
    send: (used: KMSClient, options: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const used = client;
    const late = () => new SignerError(`AWS KMS did not answer within ${deadlineMs / 1000} s`);
    // It ends the request to KMS alone.
    const abortSignal = AbortSignal.timeout(deadlineMs);
    try {
      return await within(deadlineMs, send(used, { abortSignal }), late);
    } catch (error) {
      if (error instanceof SignerError || abortSignal.aborted) {
        // The client keeps waiting for credentials that do not come, also for later requests.
        if (client === used) client = connect();
        used.destroy();
        throw late();
      }
      const name = error instanceof Error ? error.name : 'error';
      throw new SignerError(`AWS KMS does not sign: ${name}: ${reasonOf(error)}`);
    }
  }
  return {
    kind: 'aws-kms',
    async publicKey() {
      const command = new GetPublicKeyCommand({ KeyId: keyId });
      const { PublicKey } = await ask((used, options) => used.send(command, options));
      if (!PublicKey) throw new SignerError('AWS KMS answers without a public key');
      return publicKeyBytes(PublicKey, curve);
    },
    async sign(bytes) {
      const input = curve === 'Ed25519' ? wholeMessage(bytes) : digestOf(bytes);
      const command = new SignCommand({ KeyId: keyId, ...input });
      const { Signature } = await ask((used, options) => used.send(command, options));
      if (!Signature) throw new SignerError('AWS KMS answers without a signature');
      return curve === 'Ed25519' ? Signature : compactSignature(Signature);
    },
  };
}

/** AWS calls the algorithm ECDSA_SHA_256 and signs any 32 bytes as a digest. */
function digestOf(bytes: Uint8Array): Omit<SignCommandInput, 'KeyId'> {
  return { Message: hexToBytes(keccak256(bytes)), MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' };
}

function wholeMessage(bytes: Uint8Array): Omit<SignCommandInput, 'KeyId'> {
  return { Message: bytes, MessageType: 'RAW', SigningAlgorithm: 'ED25519_SHA_512' };
}
