import { readFileSync } from 'node:fs';
import { removeLogo, setLogo } from '../merchants/logos.ts';
import {
  createMerchant,
  listMerchants,
  type Merchant,
  setMerchantStatus,
  setSimulatedCustomer,
} from '../merchants/merchants.ts';
import { type Command, textOf, UsageError, withContext } from './command.ts';
import { print } from './output.ts';

export const merchantCommands: Command[] = [
  {
    name: 'merchants create',
    usage: '--name NAME --email EMAIL',
    summary: 'Create a merchant. Create its keys with "keys create".',
    options: { name: { type: 'string' }, email: { type: 'string' } },
    args: [],
    async run(values) {
      const input = { name: textOf(values, 'name'), email: textOf(values, 'email') };
      print(values, shown(await withContext((ctx) => createMerchant(ctx, ctx.db, input))));
    },
  },
  {
    name: 'merchants list',
    usage: '',
    summary: 'List all merchants.',
    options: {},
    args: [],
    async run(values) {
      print(values, (await withContext((ctx) => listMerchants(ctx.db))).map(shown));
    },
  },
  {
    name: 'merchants suspend',
    usage: 'MERCHANT_ID',
    summary: 'Suspend a merchant. Within a second, its keys return 403 ACCOUNT_SUSPENDED.',
    options: {},
    args: ['merchant_id'],
    async run(values, { merchant_id: id = '' }) {
      print(values, shown(await withContext((ctx) => setMerchantStatus(ctx, id, 'suspended'))));
    },
  },
  {
    name: 'merchants resume',
    usage: 'MERCHANT_ID',
    summary: 'End the suspension of a merchant.',
    options: {},
    args: ['merchant_id'],
    async run(values, { merchant_id: id = '' }) {
      print(values, shown(await withContext((ctx) => setMerchantStatus(ctx, id, 'active'))));
    },
  },
  {
    name: 'merchants update',
    usage: 'MERCHANT_ID --simulated-customer on|off',
    summary:
      'Turn the simulated customer of test mode on or off. If off, test payments wait for a person or POST simulate.',
    options: { 'simulated-customer': { type: 'string' } },
    args: ['merchant_id'],
    async run(values, { merchant_id: id = '' }) {
      const setting = textOf(values, 'simulated-customer');
      if (setting !== 'on' && setting !== 'off')
        throw new UsageError('--simulated-customer must be on or off.');
      print(values, shown(await withContext((ctx) => setSimulatedCustomer(ctx, id, setting === 'on'))));
    },
  },
  {
    name: 'merchants set-logo',
    usage: 'MERCHANT_ID --file FILE | --remove',
    summary:
      'Set or remove the logo that customers see: PNG, JPEG or WebP, at most 256 KiB and 2048 pixels in each dimension.',
    options: { file: { type: 'string' }, remove: { type: 'boolean' } },
    args: ['merchant_id'],
    async run(values, { merchant_id: id = '' }) {
      if ((values['file'] === undefined) !== (values['remove'] === true))
        throw new UsageError('Pass either --file FILE or --remove.');
      if (values['remove']) {
        await withContext((ctx) => removeLogo(ctx, id));
        print(values, { merchant_id: id, logo_url: null });
        return;
      }
      const bytes = readLogoFile(textOf(values, 'file'));
      const url = await withContext(async (ctx) => {
        const { digest } = await setLogo(ctx, id, bytes);
        return `${ctx.config.publicUrl}/logos/${digest}`;
      });
      print(values, { merchant_id: id, logo_url: url });
    },
  },
];

function readLogoFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(
      `--file "${path}" cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function shown(row: Merchant) {
  return { ...row, created_at: row.created_at.toISOString() };
}
