import { keccak256, stringToHex } from 'viem/utils';
import { canonical } from '../chain/block.ts';
import { lower } from '../chain/vault-model.ts';
import { vault } from '../operator.ts';
import type { Simulation } from '../simulation.ts';
import { changeOf } from '../solana/solana-balances.ts';
import { solanaSigner } from '../solana/solana-operator.ts';

/** Money that left the vault or the treasury, as the chains have it. */
export interface Out {
  chain: string;
  token: string;
  to: string;
  units: bigint;
}

const paidTopic = keccak256(stringToHex('Paid(bytes32,address,address,uint256)'));
const zero = `0x${'0'.repeat(40)}`;

/** By what names the payment on its chain. */
export function outByName(simulation: Simulation): Map<string, Out> {
  return new Map([...evmOut(simulation), ...solanaOut(simulation)]);
}

function evmOut({ world }: Simulation): [string, Out][] {
  return world.chains.flatMap(({ tip, facts }) =>
    canonical(tip).flatMap(({ logs }) =>
      logs.flatMap(({ address, topics, data }): [string, Out][] => {
        const [topic, id = '', token = '', to = ''] = topics;
        if (address !== lower(vault) || topic !== paidTopic) return [];
        const name = addressIn(token) === zero ? 'ETH' : 'USDC';
        return [[id, { chain: facts.id, token: name, to: addressIn(to), units: BigInt(data) }]];
      }),
    ),
  );
}

const addressIn = (topic: string) => `0x${topic.slice(-40)}`;

/** A transaction of the treasury names its payment among its accounts. */
function solanaOut({ world }: Simulation): [string, Out][] {
  const { treasury } = solanaSigner;
  const records = world.solana?.ledger.blocks.flatMap((block) => block.records) ?? [];
  return records.flatMap((record) =>
    record.err !== null
      ? []
      : (['SOL', 'USDC'] as const).flatMap((token) => {
          const units = -changeOf(record, treasury, token);
          if (units <= 0n) return [];
          return record.wire.keys.map((key): [string, Out] => [
            key,
            { chain: 'solana', token, to: '', units },
          ]);
        }),
  );
}
