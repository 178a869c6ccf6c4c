import { abandonKey } from '../platform/master-key/master-key.ts';
import { resealSecrets } from '../platform/master-key/reseal.ts';
import type { Command } from './command.ts';
import { withContext, withMigratedDatabase } from './database.ts';
import { print, startCount } from './output.ts';

export const secretCommands: Command[] = [
  {
    name: 'secrets reseal',
    usage: '',
    summary:
      'Encrypt all secrets with the newest master key, and list the old keys that can be removed. Safe beside a running service; run it again if it was stopped.',
    options: {},
    args: [],
    async run(values) {
      const progress = startCount();
      const result = await withContext(async (ctx) => {
        const { db, secrets } = ctx;
        // First, so that a wallet that cannot be opened stops the command before it names keys that can go.
        const { resealWallet } = await import('../chains/wallets/wallets.ts');
        const wallet = await resealWallet(ctx);
        const done = await resealSecrets(db, secrets, (count) => progress.show(`${count} secrets resealed`));
        const positions = done.removable_keys.map((keyId) => secrets.keyIds.indexOf(keyId) + 1);
        return { ...done, wallet, removable_positions: positions };
      });
      progress.end();
      print(values, result);
    },
  },
  {
    name: 'secrets abandon',
    usage: 'KEY_ID',
    summary:
      'Continue without a master key that is lost for good. Prints how many secrets are lost: rotate those signing secrets.',
    options: {},
    args: ['key_id'],
    async run(values, { key_id: keyId = '' }) {
      const losses = await withMigratedDatabase(({ db, source }) =>
        abandonKey(db, source, keyId, new Date()),
      );
      print(values, { abandoned_key: keyId, ...losses });
    },
  },
];
