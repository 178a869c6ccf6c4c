import type { Header } from '../rpc/answers.ts';
import { BlockNotThere } from '../rpc/rpc-error.ts';
import type { EvmNode } from './node.ts';

/** Headers of consecutive blocks, kept from one look to the next so that only new ones are read. */
export class HeaderRun {
  #kept: Header[] = [];

  /** The headers from `from` to `to`, each the parent of the next. Throws if the node does not have them all. */
  async read(node: EvmNode, from: number, to: number): Promise<Header[]> {
    const kept = this.#kept.filter(({ number }) => number >= from && number <= to);
    const last = kept[0]?.number === from ? kept.at(-1) : undefined;
    // The last known one is read again: the chain may have gone another way since.
    const added = await node.blocks(last?.number ?? from, to, false);
    if (last && added[0]?.hash !== last.hash) {
      this.#kept = [];
      return this.read(node, from, to);
    }
    const headers = last ? [...kept, ...added.slice(1)] : added;
    if (headers.length !== to - from + 1) throw new BlockNotThere(`the node does not have block ${to}`);
    const isLinked = headers.every(
      ({ parentHash }, index) => index === 0 || parentHash === headers[index - 1]?.hash,
    );
    if (!isLinked) throw new BlockNotThere(`blocks ${from} to ${to} changed while they were read`);
    this.#kept = headers;
    return headers;
  }
}
