import { type Command, type Options, textOf, UsageError, type Values } from './command.ts';
import { print } from './output.ts';

export const defaultPort = 8545;

const portOption = { port: { type: 'string' } } as const satisfies Options;
const portHelp = [`--port PORT  the port of the running devnet. Default: ${defaultPort}`, ''];

/** Commands for a devnet that is running. It checks chains, tokens and addresses itself. */
export const controlCommands: Command[] = [
  {
    name: 'devnet mine',
    usage: 'CHAIN [--blocks N] [--port PORT]',
    summary: 'Mine blocks on a local chain at once.',
    help: ['--blocks N   default: 1', ...portHelp],
    options: { ...portOption, blocks: { type: 'string' } },
    args: ['chain'],
    run: (values, { chain }) => control(values, 'mine', { chain, blocks: countOf(values, 'blocks', '1') }),
  },
  {
    name: 'devnet reorg',
    usage: 'CHAIN --depth N [--keep] [--port PORT]',
    summary: 'Replace the newest blocks of a local chain by others, without their transactions.',
    help: ['--depth N    how many blocks', '--keep       include their transactions again', ...portHelp],
    options: { ...portOption, depth: { type: 'string' }, keep: { type: 'boolean' } },
    args: ['chain'],
    run: (values, { chain }) =>
      control(values, 'reorg', { chain, depth: countOf(values, 'depth'), keep: values['keep'] === true }),
  },
  {
    name: 'devnet lag',
    usage: 'CHAIN --blocks N [--port PORT]',
    summary: 'Let a node answer from an older head. --blocks 0 ends it.',
    help: ['--blocks N   how many blocks behind', ...portHelp],
    options: { ...portOption, blocks: { type: 'string' } },
    args: ['chain'],
    run: (values, { chain }) => control(values, 'lag', { chain, blocks: countOf(values, 'blocks') }),
  },
  {
    name: 'devnet outage',
    usage: 'CHAIN refuse|hang|500|429|html|cut|limited|off [--port PORT]',
    summary: 'Let a node fail: close connections, never answer, or answer errors. off ends it.',
    help: portHelp,
    options: portOption,
    args: ['chain', 'kind'],
    run: (values, args) => control(values, 'outage', args),
  },
  {
    name: 'devnet pay',
    usage: '--chain CHAIN --token TOKEN --to ADDRESS --amount AMOUNT [--port PORT]',
    summary: 'Pay from a funded wallet of a local chain.',
    help: ['--amount AMOUNT  in the token, such as 25.00', ...portHelp],
    options: {
      ...portOption,
      chain: { type: 'string' },
      token: { type: 'string' },
      to: { type: 'string' },
      amount: { type: 'string' },
    },
    args: [],
    run: (values) =>
      control(values, 'pay', {
        chain: textOf(values, 'chain'),
        token: textOf(values, 'token'),
        to: textOf(values, 'to'),
        amount: textOf(values, 'amount'),
      }),
  },
];

async function control(values: Values, command: string, input: object): Promise<void> {
  const url = `http://127.0.0.1:${portOf(values)}`;
  const response = await fetch(`${url}/control/${command}`, {
    method: 'POST',
    body: JSON.stringify(input),
  }).catch(() => null);
  const answer = response ? await response.json().catch(() => null) : null;
  if (typeof answer !== 'object' || answer === null)
    throw new UsageError(
      `There is no devnet at ${url}. Start one with "causeway devnet", or pass its port with --port.`,
    );
  if ('error' in answer) throw new UsageError(String(answer.error));
  print(values, { ...answer });
}

export function portOf(values: Values): number {
  const text = String(values['port'] ?? defaultPort);
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new UsageError(`--port must be 0 to 65535, not "${text}".`);
  return Number(text);
}

function countOf(values: Values, name: string, instead?: string): number {
  const text = values[name] === undefined && instead !== undefined ? instead : textOf(values, name);
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`--${name} must be a whole number, not "${text}".`);
  return Number(text);
}
