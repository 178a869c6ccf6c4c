import { addExchange, listExchanges, removeExchange } from '../../treasury/recipients/recipients.ts';
import { type Command, UsageError } from '../command.ts';
import { withContext } from '../database.ts';
import { print } from '../output.ts';

export const exchangeCommands: Command[] = [
  {
    name: 'exchanges list',
    usage: '',
    summary: 'List addresses of exchanges, to which no refund is sent.',
    options: {},
    args: [],
    async run(values) {
      const rows = await withContext(listExchanges);
      print(
        values,
        rows.map(({ address, name, added_at }) => ({ address, name, added_at: added_at.toISOString() })),
      );
    },
  },
  {
    name: 'exchanges add',
    usage: 'ADDRESS [--name NAME]',
    summary:
      'Add an address of an exchange. Refunds of payments from it wait for an address of the customer.',
    options: { name: { type: 'string' } },
    args: ['address'],
    async run(values, { address: text = '' }) {
      const name = typeof values['name'] === 'string' ? values['name'] : null;
      const address = await withContext((ctx) => addExchange(ctx, text, name));
      if (address === null) throw new UsageError(`"${text}" is no address of an EVM chain or of Solana.`);
      print(values, { address, name });
    },
  },
  {
    name: 'exchanges remove',
    usage: 'ADDRESS',
    summary: 'Remove an address from the list of exchanges.',
    options: {},
    args: ['address'],
    async run(values, { address = '' }) {
      if (!(await withContext((ctx) => removeExchange(ctx, address))))
        throw new UsageError(`${address} is not in the list.`);
      print(values, { address, removed: true });
    },
  },
];
