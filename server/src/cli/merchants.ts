import { readFileSync } from 'node:fs';
import type { Context } from '../context.ts';
import { removeLogo, setLogo } from '../merchants/logos.ts';
import {
  createMerchant,
  listMerchants,
  type Merchant,
  setFee,
  setMerchantStatus,
  setSimulatedCustomer,
} from '../merchants/merchants.ts';
import { type Command, textOf, UsageError, type Values, withContext } from './command.ts';
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
    usage: 'MERCHANT_ID --simulated-customer on|off | --fee-bps N',
    summary:
      'Turn the simulated customer of test mode on or off (if off, test payments wait for a person or POST simulate), ' +
      'or set your fee on completed payments: 0 to 1000 basis points, of which 100 are one percent.',
    options: { 'simulated-customer': { type: 'string' }, 'fee-bps': { type: 'string' } },
    args: ['merchant_id'],
    async run(values, { merchant_id: id = '' }) {
      if ((values['simulated-customer'] === undefined) === (values['fee-bps'] === undefined))
        throw new UsageError('Pass either --simulated-customer on|off or --fee-bps N.');
      const change = values['fee-bps'] === undefined ? simulatedCustomer(values) : fee(values);
      print(values, shown(await withContext((ctx) => change(ctx, id))));
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

type Change = (ctx: Context, merchantId: string) => Promise<Merchant>;

function simulatedCustomer(values: Values): Change {
  const setting = textOf(values, 'simulated-customer');
  if (setting !== 'on' && setting !== 'off') throw new UsageError('--simulated-customer must be on or off.');
  return (ctx, id) => setSimulatedCustomer(ctx, id, setting === 'on');
}

function fee(values: Values): Change {
  const text = textOf(values, 'fee-bps');
  // A sign, a space or an exponent is a slip.
  const bps = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return (ctx, id) => setFee(ctx, id, bps);
}

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
