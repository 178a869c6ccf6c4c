import { homedir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../../lib/random.ts';
import { generateSigningSecret } from '../../messages/webhooks/deliveries/signatures.ts';
import { readEnv } from '../../platform/config/config.ts';
import { secretFile } from '../../platform/secrets.ts';
import { UsageError } from '../command.ts';

/** The secret that signs forwarded events. Created once per machine and then reused. */
export function listenSecret(): string {
  const path = join(configFolder(), 'causeway', 'webhook-secret');
  const secret = read(path);
  if (!/^whsec_[0-9A-Za-z+/]{43}=$/.test(secret))
    throw new UsageError(
      `${path} does not contain a valid signing secret. Delete the file to create a new one.`,
    );
  return secret;
}

function read(path: string): string {
  try {
    return secretFile(path, () => generateSigningSecret(createRandom()));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `Cannot store the signing secret in ${path}: ${reason}. Set XDG_CONFIG_HOME to a writable folder.`,
    );
  }
}

function configFolder(): string {
  const env = readEnv(['XDG_CONFIG_HOME', 'APPDATA']);
  const system = process.platform === 'win32' ? env['APPDATA'] : undefined;
  return env['XDG_CONFIG_HOME'] ?? system ?? join(homedir(), '.config');
}
