import { readFileSync } from 'node:fs';
import type { Context } from '../app/context.ts';
import { formatFiat } from '../lib/money.ts';
import {
  createMerchant,
  type Merchant,
  selectMerchants,
  setFee,
  setMaxAmount,
  setMerchantStatus,
  setRefundFees,
  setSimulatedCustomer,
  setTolerance,
} from '../merchants/merchants.ts';
import { removeLogo, setLogo } from '../platform/logos/logos.ts';
import { type Command, textOf, UsageError, type Values } from './command.ts';
import { withContext } from './database.ts';
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
      print(values, (await withContext((ctx) => selectMerchants(ctx.db))).map(shown));
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
    usage:
      'MERCHANT_ID --simulated-customer on|off | --fee-bps N | --refund-fees returned|kept | --tolerance-bps N | --max-amount USD',
    summary:
      'Turn the simulated customer of test mode on or off (if off, test payments wait for a person or POST simulate), ' +
      'set your fee on completed payments (0 to 1000 basis points, of which 100 are one percent), ' +
      'whether you give it back on what is refunded (returned, the default, or kept), ' +
      'how much a live payment may lack or have too much (0 to 500 basis points, 50 if not set), ' +
      'or the largest amount of its payments, for example 250000.00 USD. The usual one is 100000.00.',
    options: {
      'simulated-customer': { type: 'string' },
      'fee-bps': { type: 'string' },
      'refund-fees': { type: 'string' },
      'tolerance-bps': { type: 'string' },
      'max-amount': { type: 'string' },
    },
    args: ['merchant_id'],
    async run(values, { merchant_id: id = '' }) {
      const given = Object.entries(changes).filter(([name]) => values[name] !== undefined);
      const [change] = given;
      if (!change || given.length > 1)
        throw new UsageError(
          'Pass one of --simulated-customer on|off, --fee-bps N, --refund-fees returned|kept, --tolerance-bps N and --max-amount USD.',
        );
      const apply = change[1](values);
      print(values, shown(await withContext((ctx) => apply(ctx, id))));
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
  const bps = basisPoints(values, 'fee-bps');
  return (ctx, id) => setFee(ctx, id, bps);
}

function tolerance(values: Values): Change {
  const bps = basisPoints(values, 'tolerance-bps');
  return (ctx, id) => setTolerance(ctx, id, bps);
}

/** A sign, a space or an exponent is a slip. */
function basisPoints(values: Values, name: string): number {
  const text = textOf(values, name);
  return /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
}

function refundFees(values: Values): Change {
  const setting = textOf(values, 'refund-fees');
  if (setting !== 'returned' && setting !== 'kept')
    throw new UsageError('--refund-fees must be returned or kept.');
  return (ctx, id) => setRefundFees(ctx, id, setting);
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

function maxAmount(values: Values): Change {
  const amount = textOf(values, 'max-amount');
  return (ctx, id) => setMaxAmount(ctx, id, amount);
}

/** What `merchants update` can change, by option. */
const changes: Record<string, (values: Values) => Change> = {
  'simulated-customer': simulatedCustomer,
  'fee-bps': fee,
  'refund-fees': refundFees,
  'tolerance-bps': tolerance,
  'max-amount': maxAmount,
};

function shown({ max_usd_minor, ...row }: Merchant) {
  const max_amount = max_usd_minor === null ? null : formatFiat(max_usd_minor);
  return { ...row, max_amount, created_at: row.created_at.toISOString() };
}
