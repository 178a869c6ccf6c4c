import { verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTransaction, recoverTransactionAddress } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, openOperatorSigner, openSolanaSigner } from '../../../src/chains/signers/open-signers.ts';
import { createLocalSolanaSigner } from '../../../src/chains/wallets/solana/local-solana-signer.ts';
import { newWallet } from '../../../src/chains/wallets/wallet.ts';
import type { WalletRow } from '../../../src/chains/wallets/wallet-row.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { parseConfig } from '../../../src/platform/config/config.ts';
import { awsEnv, awsKeyId, type FakeKms, startFakeAwsKms } from './fake-aws-kms.ts';
import { googleKeyName, startFakeGoogleKms } from './fake-gcp-kms.ts';
import { startFakeServer } from './fake-server.ts';
import { makeCertificates, startFakeWeb3Signer } from './fake-web3signer.ts';
import { derOf, newEvmKey, newSolanaKey, otherS } from './signing-keys.ts';

const transaction = {
  chainId: 8453,
  nonce: 7,
  to: '0x00000000000000000000000000000000000000Ad',
  data: '0x1234',
  value: 0n,
  gas: 100_000n,
  maxFeePerGas: 10n ** 9n,
  maxPriorityFeePerGas: 10n ** 6n,
} as const;
const message = Buffer.from('a message of a transaction');
const wallet = newWallet();
const rowOf = (row: Partial<WalletRow>) => row as WalletRow;
const ctxOf = (env: Record<string, string>) => ({
  config: parseConfig({ SIGNER_TIMEOUT_SECONDS: '1', ...env }),
  clock: systemClock,
});

let aws: FakeKms;
let google: Awaited<ReturnType<typeof startFakeGoogleKms>>;
const outside = { ...process.env };
beforeAll(async () => {
  aws = await startFakeAwsKms();
  google = await startFakeGoogleKms();
  // AWS's client reads the environment itself.
  Object.assign(process.env, awsEnv(aws));
});
afterAll(async () => {
  process.env = outside;
  await aws.stop();
  await google.stop();
});
afterEach(() => {
  for (const fake of [aws, google]) Object.assign(fake, { trouble: null, change: (bytes: Buffer) => bytes });
});

/** What AWS's token service gives to a pod: the credentials that the fake KMS takes. */
const identity = `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <AssumeRoleWithWebIdentityResult><Credentials>
    <AccessKeyId>AKIAFAKE</AccessKeyId><SecretAccessKey>a-secret-access-key</SecretAccessKey>
    <SessionToken>a session</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration>
  </Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;

/** A service with one key of each curve, and the settings that name them. */
const services = {
  'aws-kms': () => {
    const [evm, solana] = [newEvmKey(), newSolanaKey()];
    const solanaId = awsKeyId.replace('1234', '9999');
    aws.keys.set(awsKeyId, evm).set(solanaId, solana);
    const [evmName, solanaName] = [`aws-kms:${awsKeyId}`, `aws-kms:${solanaId}`];
    return { fake: aws, evm, solana, env: { OPERATOR_SIGNER: evmName, SOLANA_TREASURY_SIGNER: solanaName } };
  },
  'gcp-kms': () => {
    const [evm, solana] = [newEvmKey(), newSolanaKey()];
    google.keys.set(googleKeyName('evm'), evm).set(googleKeyName('solana'), solana);
    const env = {
      OPERATOR_SIGNER: `gcp-kms:${googleKeyName('evm')}`,
      SOLANA_TREASURY_SIGNER: `gcp-kms:${googleKeyName('solana')}`,
      GCP_KMS_URL: google.url,
      GCE_METADATA_HOST: google.host,
    };
    return { fake: google, evm, solana, env };
  },
};

describe.each(['aws-kms', 'gcp-kms'] as const)('a key in %s', (kind) => {
  let service: ReturnType<(typeof services)[typeof kind]>;
  beforeEach(() => {
    service = services[kind]();
  });
  const operator = async () => {
    const signer = await openOperatorSigner(
      ctxOf(service.env),
      rowOf({ evm_operator: service.evm.address }),
      null,
    );
    if (!signer) throw new Error('no signer');
    return signer;
  };
  const treasury = () =>
    openSolanaSigner(ctxOf(service.env), rowOf({ solana_treasury: service.solana.address }), wallet);

  it('is known by its address, and signs transactions and messages', async () => {
    expect(await addressOf(ctxOf(service.env), 'operator')).toBe(service.evm.address);
    const asSettler = { ...service.env, SETTLER_SIGNER: service.env.OPERATOR_SIGNER };
    expect(await addressOf(ctxOf(asSettler), 'settler')).toBe(service.evm.address);
    expect(await addressOf(ctxOf(service.env), 'solanaTreasury')).toBe(service.solana.address);
    const signer = await operator();
    expect(signer).toMatchObject({ kind, address: service.evm.address });
    const raw = (await signer.sign(transaction)) as `0x02${string}`;
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(service.evm.address);
    expect(parseTransaction(raw)).toMatchObject({ nonce: 7, chainId: 8453, data: '0x1234' });
    const solana = await treasury();
    const signature = await solana.sign('treasury', message);
    expect(verify(null, message, service.solana.publicKey, signature)).toBe(true);
    await Promise.all([signer.probe(), solana.probe('treasury')]);
  });

  it('leaves the other keys to the file', async () => {
    const solana = await treasury();
    expect(solana.kinds).toEqual({ treasury: kind, 'fee payer': 'file' });
    const local = createLocalSolanaSigner(wallet);
    expect(solana.feePayer).toBe(local.feePayer);
    expect(await solana.sign('fee payer', message)).toEqual(await local.sign('fee payer', message));
  });

  it('gives the lower of the two s, which chains take, whatever the service answers', async () => {
    service.fake.change = otherS;
    const one = parseTransaction(await (await operator()).sign(transaction));
    service.fake.change = (bytes) => bytes;
    const other = parseTransaction(await (await operator()).sign(transaction));
    expect(one.s).toBe(other.s);
    expect(BigInt(one.s ?? 0)).toBeLessThan(2n ** 255n);
  });

  const digest = Buffer.alloc(32, 1);
  const no = 'something that is no signature';
  const another = 'another key than that of 0x';
  it.each<[string, (signature: Buffer) => Buffer | Promise<Buffer>, string]>([
    ['a signature by another key', () => newEvmKey().sign(digest), another],
    ['a signature of something else', () => service.evm.sign(digest), another],
    ['r of zero', (der) => derOf(Buffer.concat([Buffer.alloc(32), der.subarray(-32)])), another],
    ['s of zero', (der) => derOf(Buffer.concat([der.subarray(4, 36), Buffer.alloc(32)])), another],
    ['numbers above the order', () => derOf(Buffer.alloc(64, 255)), another],
    ['a truncated signature', (der) => der.subarray(0, -3), no],
    ['a signature with more behind it', (der) => Buffer.concat([der, Buffer.from([0])]), no],
    ['r and s without DER', (der) => der.subarray(4, 68), no],
    ['random bytes', () => Buffer.from('not a signature at all'), no],
    ['nothing', () => Buffer.alloc(0), 'signature'],
  ])('never passes on %s', async (_, change, problem) => {
    service.fake.change = change;
    const signer = await operator();
    await expect(signer.sign(transaction)).rejects.toThrow(problem);
    await expect(signer.sign(transaction)).rejects.toMatchObject({ name: 'SignerError' });
  });

  it.each<[string, FakeKms['trouble'], RegExp]>([
    ['hangs', 'hang', /within 1/],
    ['closes the connection', 'drop', /does not sign/],
    ['answers a page', { body: '<html>' }, /does not sign/],
    ['answers an empty object', { body: '{}' }, /without a signature/],
    [
      'refuses',
      { status: 403, body: '{"__type":"AccessDeniedException","message":"no"}' },
      /403|AccessDenied/,
    ],
    ['fails', { status: 500, body: '{}' }, /does not sign/],
  ])('says so when the service %s', async (_, trouble, problem) => {
    const signer = await operator();
    // The token is fetched before.
    await signer.probe();
    service.fake.trouble = trouble;
    await expect(signer.sign(transaction)).rejects.toThrow(problem);
    service.fake.trouble = null;
    await signer.sign(transaction);
  });

  it('refuses a key of the wrong curve, and wrong signatures of messages', async () => {
    const { OPERATOR_SIGNER, SOLANA_TREASURY_SIGNER } = service.env;
    const swapped = {
      ...service.env,
      OPERATOR_SIGNER: SOLANA_TREASURY_SIGNER,
      SOLANA_TREASURY_SIGNER: OPERATOR_SIGNER,
    };
    await expect(addressOf(ctxOf(swapped), 'operator')).rejects.toThrow('must be of secp256k1');
    await expect(addressOf(ctxOf(swapped), 'solanaTreasury')).rejects.toThrow('must be of Ed25519');
    const solana = await treasury();
    service.fake.change = () => newSolanaKey().sign(message);
    await expect(solana.sign('treasury', message)).rejects.toThrow('another key');
    service.fake.change = () => service.solana.sign(Buffer.from('other'));
    await expect(solana.sign('treasury', message)).rejects.toThrow('something else');
    service.fake.change = (signature) => signature.subarray(1);
    await expect(solana.sign('treasury', message)).rejects.toThrow('no signature');
  });
});

it('refuses AWS requests that are signed with other credentials', async () => {
  const { env } = services['aws-kms']();
  process.env['AWS_SECRET_ACCESS_KEY'] = 'another';
  await expect(addressOf(ctxOf(env), 'operator')).rejects.toThrow('InvalidSignatureException');
  Object.assign(process.env, awsEnv(aws));
});

it('does not wait for credentials of AWS that never come, and asks for them anew', async () => {
  const { env, evm } = services['aws-kms']();
  const folder = mkdtempSync(join(tmpdir(), 'causeway-identity-'));
  const sts = await startFakeServer(async () => ({ type: 'text/xml', body: identity }));
  const before = { ...process.env };
  try {
    writeFileSync(join(folder, 'token'), 'a token of the cluster');
    delete process.env['AWS_ACCESS_KEY_ID'];
    delete process.env['AWS_SECRET_ACCESS_KEY'];
    Object.assign(process.env, {
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/causeway',
      AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, 'token'),
      AWS_ENDPOINT_URL_STS: sts.url,
    });
    sts.trouble = 'hang';
    const signer = await openOperatorSigner(ctxOf(env), rowOf({ evm_operator: evm.address }), null);
    await expect(signer?.sign(transaction)).rejects.toThrow('AWS KMS did not answer within 1 s');
    expect(sts.requests).toBeGreaterThan(0);
    sts.trouble = null;
    expect(await signer?.sign(transaction)).toMatch(/^0x02/);
  } finally {
    process.env = before;
    await sts.stop();
    rmSync(folder, { recursive: true });
  }
}, 20_000);

it("signs with the key file of Google's service account", async () => {
  const { env, evm } = services['gcp-kms']();
  const folder = mkdtempSync(join(tmpdir(), 'causeway-google-'));
  const file = join(folder, 'account.json');
  const ctx = ctxOf({ ...env, GOOGLE_APPLICATION_CREDENTIALS: file, GCE_METADATA_HOST: 'localhost:1' });
  try {
    writeFileSync(file, google.credentials());
    expect(await addressOf(ctx, 'operator')).toBe(evm.address);
    writeFileSync(file, JSON.stringify({ type: 'authorized_user' }));
    await expect(addressOf(ctx, 'operator')).rejects.toThrow('must be the key file of a service account');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('a Web3Signer', () => {
  const certificates = makeCertificates();
  afterAll(() => certificates.remove());
  const start = async () => {
    const fake = await startFakeWeb3Signer(certificates.server);
    const key = newEvmKey();
    fake.keys.push(key);
    const env = { OPERATOR_SIGNER: fake.url, ...certificates.env };
    const open = (more: Record<string, string> = {}) =>
      openOperatorSigner(ctxOf({ ...env, ...more }), rowOf({ evm_operator: key.address }), null);
    return { fake, key, env, open };
  };

  it('signs for a client with a certificate, and for no other', async () => {
    const { fake, key, env, open } = await start();
    expect(await addressOf(ctxOf(env), 'operator')).toBe(key.address);
    const raw = (await (await open())?.sign(transaction)) as `0x02${string}`;
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(key.address);
    const { SIGNER_TLS_CA } = env;
    const stranger = { OPERATOR_SIGNER: fake.url, SIGNER_TLS_CA };
    await expect(addressOf(ctxOf(stranger), 'operator')).rejects.toThrow('does not sign');
    const { SIGNER_TLS_CA: _, ...unknown } = env;
    await expect(addressOf(ctxOf(unknown), 'operator')).rejects.toThrow('self-signed');
    await fake.stop();
  });

  it('is asked for the key of the operator among several', async () => {
    const { fake, key, env, open } = await start();
    const other = newEvmKey();
    fake.keys.push(other);
    await expect(addressOf(ctxOf(env), 'operator')).rejects.toThrow('several keys');
    const named = { ...env, OPERATOR_SIGNER: `${fake.url}#${other.address}` };
    expect(await addressOf(ctxOf(named), 'operator')).toBe(other.address);
    await (await open())?.probe();
    const raw = (await (await open())?.sign(transaction)) as `0x02${string}`;
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(key.address);
    fake.keys.splice(0, 1);
    await expect((await open())?.sign(transaction)).rejects.toThrow(`no key of ${key.address}`);
    await fake.stop();
  });

  it('is not believed when it answers something else', async () => {
    const { fake, key, open } = await start();
    const signer = await open();
    const wrong: [FakeKms['change'], string][] = [
      [(bytes) => bytes.subarray(0, 60), 'no signature'],
      [() => Buffer.alloc(65), 'another key'],
      [
        async () => Buffer.concat([await newEvmKey().compact(Buffer.alloc(32, 1)), Buffer.of(27)]),
        'another key',
      ],
      [async () => Buffer.concat([await key.compact(Buffer.alloc(32, 1)), Buffer.of(27)]), 'something else'],
    ];
    for (const [change, problem] of wrong) {
      fake.change = change;
      await expect(signer?.sign(transaction)).rejects.toThrow(problem);
    }
    fake.trouble = 'hang';
    await expect(signer?.sign(transaction)).rejects.toThrow('within 1000 ms');
    fake.trouble = { status: 404, body: '' };
    await expect(signer?.sign(transaction)).rejects.toThrow('answered 404');
    await fake.stop();
    await expect(signer?.sign(transaction)).rejects.toThrow('does not sign');
  });
});
