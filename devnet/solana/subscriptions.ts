import { isSignature } from '@solana/kit';
import { systemProgram } from './addresses.ts';
import { configOf, readMethods } from './read-methods.ts';
import { invalidParams } from './rpc-error.ts';
import { type BankConfig, bankOf, type View, withContext } from './view.ts';

/** Asked after each block. Null when there is nothing to tell. */
type Watch = (view: View) => object | null;

/** By the word that the methods share: `slotSubscribe`, `slotNotification`, `slotUnsubscribe`. */
const watches: Record<string, (view: View, params: readonly unknown[]) => Watch> = {
  slot: () => (view) => {
    const [parent, block] = view.ledger.blocks.slice(-2);
    const root = bankOf(view, { commitment: 'finalized' }).slot;
    return { parent: parent?.slot, root, slot: block?.slot };
  },
  /** A transaction reached its commitment. What happened before is not told. */
  signature(view, [signature, given]) {
    if (typeof signature !== 'string' || !isSignature(signature))
      throw invalidParams('Invalid param: WrongSize');
    const config = configOf<BankConfig>(given);
    let reached = bankOf(view, config).height;
    return (now) => {
      const bank = bankOf(now, config);
      const record = now.ledger.find(signature);
      const isNew = record && record.block.height > reached && record.block.height <= bank.height;
      reached = bank.height;
      return isNew ? withContext(bank, { err: record.err }) : null;
    };
  },
  account(view, params) {
    const read = (at: View) => readMethods['getAccountInfo']?.(at, params) as { value: unknown };
    let last = textOf(read(view).value);
    return (now) => {
      const found = read(now);
      const text = textOf(found.value);
      const isSame = text === last;
      last = text;
      return isSame ? null : { ...found, value: found.value ?? closed };
    };
  },
};

/** Subscriptions that the node ends itself once it has told. */
const once = new Set(['signature']);

/** What nodes tell of an account that is gone. */
const closed = {
  data: ['', 'base64'],
  executable: false,
  lamports: 0,
  owner: systemProgram,
  rentEpoch: 0,
  space: 0,
};

function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? String(one) : one));
}

/** The subscriptions of one connection. `send` gets what they have to tell. */
export interface Subscriptions {
  /** The method's answer; undefined when it is none of subscriptions. */
  answer(view: View, method: string, params: readonly unknown[]): unknown;
  blockCame(view: View): void;
}

export function createSubscriptions(send: (message: object) => void): Subscriptions {
  const open = new Map<number, { kind: string; watch: Watch }>();
  let newest = 0;
  return {
    answer(view, method, params) {
      const [, kind = '', verb] = /^([a-z]+)(Subscribe|Unsubscribe)$/.exec(method) ?? [];
      const start = watches[kind];
      if (!start) return undefined;
      if (verb === 'Subscribe') {
        open.set(++newest, { kind, watch: start(view, params) });
        return newest;
      }
      const id = Number(params[0]);
      if (open.get(id)?.kind !== kind) throw invalidParams('Invalid subscription id.');
      return open.delete(id);
    },
    blockCame(view) {
      for (const [subscription, { kind, watch }] of open) {
        const result = watch(view);
        if (result === null) continue;
        send({ jsonrpc: '2.0', method: `${kind}Notification`, params: { result, subscription } });
        if (once.has(kind)) open.delete(subscription);
      }
    },
  };
}
