import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { causeway, makeDataDir } from '../../support/process.ts';
import { masterKey } from '../../support/service.ts';
import { awsEnv, awsKeyId, startFakeAwsKms } from './fake-aws-kms.ts';
import { newEvmKey } from './signing-keys.ts';

/*
 * The built command, since a bundle loads packages differently from the sources: AWS's client is in CommonJS and loaded on
 * demand.
 */

const folder = mkdtempSync(join(tmpdir(), 'causeway-built-signers-'));
const data = makeDataDir();
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  data.remove();
});

it("loads AWS's client in the built command, and makes a wallet whose operator is a key there", async () => {
  const kms = await startFakeAwsKms();
  const key = newEvmKey();
  kms.keys.set(awsKeyId, key);
  const made = await causeway(['wallet', 'create', '--yes', '--json'], {
    DATA_DIR: data.path,
    MASTER_KEY: masterKey,
    WALLET_FILE: join(folder, 'wallet.json'),
    OPERATOR_SIGNER: `aws-kms:${awsKeyId}`,
    ...awsEnv(kms),
  });
  await kms.stop();
  expect(made).toMatchObject({ code: 0 });
  expect(JSON.parse(made.stdout)).toMatchObject({ operator: key.address });
});
