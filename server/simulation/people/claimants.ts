import type { Address } from '../chain/block.ts';
import { vault } from '../operator.ts';
import type { World } from '../world.ts';
import type { Visitors } from './visitors.ts';

type Habit = 'once' | 'twice' | 'wrong' | 'refused' | 'never';

const habits: readonly Habit[] = ['once', 'twice', 'twice', 'wrong', 'refused', 'never', 'never'];

/** An address that a customer gave with a link, and whether the page took it or said what became of the refund. */
interface Given {
  token: string;
  address: Address;
  isAnswered: boolean;
}

/** Customers who are asked where to send their refund. */
export class Claimants {
  readonly given: Given[] = [];
  readonly #world: World;
  readonly #visitors: Visitors;
  readonly #asked = new Set<string>();

  constructor(world: World, visitors: Visitors) {
    this.#world = world;
    this.#visitors = visitors;
  }

  /** Decides what becomes of links that have just arrived. */
  decide(): void {
    for (const token of this.#world.claimLinks.keys()) {
      if (this.#asked.has(token)) continue;
      this.#asked.add(token);
      this.#follow(token, this.#world.chance.pick(habits));
    }
  }

  #follow(token: string, habit: Habit): void {
    const { chance, chains } = this.#world;
    if (habit === 'never') return;
    // A token's contract is refused on its own chain alone.
    const contracts = chains.length === 1 ? chains.map(({ facts }) => facts.usdc) : [];
    if (habit === 'wrong')
      this.#submit(token, chance.pick(['nowhere', '0x12', vault, ...contracts]), () => {});
    const address = this.#give(token);
    if (habit === 'twice') this.#give(token);
    if (habit === 'refused') for (const chain of chains) chain.world.blocked.add(address);
  }

  #give(token: string): Address {
    const address: Address = `0x${(0xc1a10000 + this.given.length).toString(16).padStart(40, '0')}`;
    const given: Given = { token, address, isAnswered: false };
    this.given.push(given);
    this.#submit(token, address, (status) => {
      given.isAnswered = status === 303;
    });
    return address;
  }

  #submit(token: string, address: string, then: (status: number) => void): void {
    this.#visitors.submit(`/refunds/claim/${token}`, { address, confirmed: 'yes' }, ({ status }) =>
      then(status),
    );
  }
}
