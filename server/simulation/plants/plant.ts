import type { AppContext } from '../../src/app/routes.ts';
import type { Report } from '../../src/chains/adapter.ts';
import type { SenderNode } from '../../src/chains/evm/sender-node.ts';
import type { Signer } from '../../src/chains/evm/signer.ts';
import type { WatchRules } from '../../src/chains/watching/rules.ts';
import type { SlotRules } from '../../src/chains/watching/solana/solana-watcher.ts';
import type { Mailer } from '../../src/messages/email/mailer.ts';
import type { Sender } from '../../src/messages/webhooks/deliveries/sender.ts';
import type { Statement } from '../../src/platform/db/driver/template.ts';
import type { SolanaRules } from '../../src/treasury/transfers/solana/solana-sender.ts';
import type { TransferRow } from '../../src/treasury/transfers/transfer.ts';
import type { FaultGroup } from '../faults.ts';

/** A bug put in through a port, to show that it would be found. The service has no switch for it. */
export interface Plant {
  /** What a reader should know of it. */
  about: string;
  /** Histories, from seed 1, within which it is found. */
  within: number;
  rewrite?: (statement: Statement) => Statement;
  rules?: Partial<WatchRules>;
  /** Its histories have Solana. */
  needsSolana?: boolean;
  /** Customers of its histories pay by signature. */
  needsSigning?: boolean;
  /** Money of its histories is screened. */
  needsScreening?: boolean;
  /** Merchants of its histories have rules that ask for a second member. */
  needsApprovals?: boolean;
  /** The treasury of its histories, which have Solana, sends what it does not need to a cold address. */
  needsCold?: boolean;
  /** Its histories have a second chain with large money. */
  needsLarge?: boolean;
  /** Its chain takes back money that was final. */
  needsLoss?: boolean;
  /** A process of its histories runs the last release. */
  needsRelease?: boolean;
  /** Faults of its histories, for a bug that few histories with all of them meet. */
  groups?: readonly FaultGroup[];
  /** The operator leaves out the step that follows a restored backup. */
  forgetsToSkip?: boolean;
  /** Its merchant wants balances exchanged. */
  needsRoutes?: boolean;
  slotRules?: Partial<SlotRules>;
  solanaRules?: Partial<SolanaRules>;
  /** What a node of Solana answers instead; undefined for what it does answer. */
  solanaAnswer?: (method: string, result: unknown, params: readonly unknown[]) => unknown;
  signer?: (signer: Signer, node: SenderNode) => Signer;
  /** The same of the key that sends what customers signed. */
  settler?: NonNullable<Plant['signer']>;
  report?: (report: Report) => Report;
  sender?: (sender: Sender) => Sender;
  mailer?: (mailer: Mailer) => Mailer;
  prepare?: (ctx: AppContext) => void;
}

/** A bug that is put into a copy of the source when the simulator is bundled: one line that decides about money. */
export interface SourcePlant {
  about: string;
  /** Histories, from seed 1, within which it is found. */
  within: number;
  /** Below `server/src`. */
  file: string;
  from: string;
  to: string;
  /** The bug is in the last release, which one process runs, and not in the others. */
  isOfRelease?: true;
  /** For a bug that few histories with all faults meet. */
  under?: Pick<
    Plant,
    | 'groups'
    | 'needsSolana'
    | 'needsSigning'
    | 'needsRoutes'
    | 'needsScreening'
    | 'needsApprovals'
    | 'needsLarge'
    | 'needsCold'
    | 'needsLoss'
    | 'needsRelease'
  >;
}

/** Changes the statements that contain `part`. A value that is left out must still be used, or Postgres refuses it. */
export function rewriting(part: string, from: string | RegExp, to: string): NonNullable<Plant['rewrite']> {
  const known = new Map<Statement, Statement>();
  return (statement) => {
    if (!statement.text.includes(part)) return statement;
    const made = known.get(statement) ?? rewritten(statement, from, to);
    known.set(statement, made);
    return made;
  };
}

function rewritten(statement: Statement, from: string | RegExp, to: string): Statement {
  const text = statement.text.replace(from, to);
  if (text === statement.text) return statement;
  return { ...statement, text, name: `planted_${statement.name.slice(-40)}` };
}

/** Those who wait for transfers of this kind are not told that they have ended. */
export function untold({ followers }: AppContext, untoldKind: TransferRow['kind']): void {
  const { transfersEnded } = followers;
  followers.transfersEnded = (tx, rows, move) =>
    transfersEnded(
      tx,
      rows.filter(({ kind }) => kind !== untoldKind),
      move,
    );
}
