import type { AppContext } from '../../src/app/routes.ts';
import { runApproved } from '../../src/dashboard/approvals/run-approved.ts';
import type { SessionCaller } from '../../src/lib/caller.ts';
import type { ChainId, Token } from '../../src/lib/chains/registry.ts';
import { approve, decline, doOrAsk } from '../../src/merchants/approvals/approvals.ts';
import { changeRules } from '../../src/merchants/approvals/rules.ts';
import { allowAnyAddress } from '../../src/merchants/keys/keys.ts';
import { recordAudit } from '../../src/platform/audit.ts';
import type { CreatePayoutBody } from '../../src/treasury/payouts/payout-schema.ts';
import { createPayout } from '../../src/treasury/payouts/payouts.ts';
import { type Chance, chanceFrom } from '../chance.ts';
import type { World } from '../world.ts';

export interface OfficeMember {
  id: string;
  email: string;
  role: 'owner' | 'finance' | 'approver';
}

type Plan = 'approve' | 'two at once' | 'asker first' | 'approve and decline' | 'decline' | 'nobody looks';

/** Something that a second member was asked to approve, as the members know it. */
export interface AskedFor {
  askerId: string;
  plan: Plan;
  /** Who has tried to approve it. */
  tried: Set<string>;
  /** What members were told that became of it. */
  ends: string[];
  attempts: number;
}

const plans: readonly Plan[] = [
  'approve',
  'approve',
  'approve',
  'two at once',
  'two at once',
  'asker first',
  'asker first',
  'approve and decline',
  'decline',
  'nobody looks',
];
/** What cannot be done now is tried again so often. */
const maxAttempts = 6;
const ownSeed = 0x0ff1ce;
/** In USD: parts of what merchants have are below it, all of it is above. */
export const limits = { payout: '30.00', address: '10.00', wallet: null, key: '0.00' } as const;

/** The members of a merchant whose rules ask for a second one. The first one has made the shop's keys. */
export class Office {
  readonly members: readonly [OfficeMember, OfficeMember, OfficeMember];
  readonly requests = new Map<string, AskedFor>();
  /** Since when the rules hold. */
  rulesSinceMs = Number.POSITIVE_INFINITY;
  readonly #world: World;
  readonly #merchantId: string;
  /** Choices of its own, so that those of other histories stay what they are. */
  readonly chance: Chance;
  #isBusy = false;

  constructor(world: World, merchantId: string, index: number) {
    this.#world = world;
    this.#merchantId = merchantId;
    this.chance = chanceFrom(world.seed ^ (ownSeed + index));
    const member = (role: OfficeMember['role']): OfficeMember => ({
      id: `mem_${role}_${index}`,
      email: `${role}-${index}@example.com`,
      role,
    });
    this.members = [member('owner'), member('finance'), member('approver')];
  }

  async setRules(ctx: AppContext): Promise<void> {
    const own = { merchant_id: this.#merchantId, environment: 'live' } as const;
    await ctx.db.begin((tx) => changeRules(ctx, tx, own, limits));
    this.rulesSinceMs = Math.min(this.rulesSinceMs, this.#world.clock.nowMs());
  }

  /** A new key of the shop may name addresses only when somebody else has approved it. */
  async takeKey(ctx: AppContext, keyId: string): Promise<void> {
    const [owner] = this.members;
    const actor = this.#actor(owner);
    await recordAudit(ctx, ctx.db, actor, { action: 'createKey', resourceId: keyId });
    const outcome = await ctx.db.begin((tx) =>
      doOrAsk(ctx, tx, actor, (inner) =>
        allowAnyAddress(ctx, inner, this.#caller(owner), keyId, owner.email),
      ),
    );
    if ('asked' in outcome) this.noteAsked(outcome.asked.approval_id, owner);
  }

  noteAsked(approvalId: string, { id: askerId } = this.members[0]): void {
    if (this.requests.has(approvalId)) return;
    const plan = this.chance.pick(plans);
    this.#world.trace.add(`office: ${approvalId}: ${plan}`);
    this.requests.set(approvalId, { askerId, plan, tried: new Set(), ends: [], attempts: 0 });
  }

  /** A payout by hand in the dashboard. */
  wish(ctx: AppContext, chain: ChainId, token: Token, amount: string): void {
    this.#world.trace.add(`office asks for ${amount} ${token} on ${chain}`);
    // Refused: too little is there, or another one is under way.
    this.#askForPayout(ctx, { chain, token, token_amount: amount }).catch(() => {});
  }

  async #askForPayout(ctx: AppContext, body: CreatePayoutBody): Promise<void> {
    const [, finance] = this.members;
    const outcome = await ctx.db.begin((tx) =>
      doOrAsk(ctx, tx, this.#actor(finance), (inner) =>
        createPayout(ctx, inner, this.#caller(finance), body),
      ),
    );
    if ('asked' in outcome) this.noteAsked(outcome.asked.approval_id, finance);
  }

  get isNeeded(): boolean {
    return !this.#isBusy && this.#open().length > 0;
  }

  #open(): [string, AskedFor][] {
    return [...this.requests].filter(
      ([, { plan, ends, attempts }]) =>
        ends.length === 0 && plan !== 'nobody looks' && attempts < maxAttempts,
    );
  }

  /** Members decide about what waits for them. What fails is tried again with the next look. */
  look(ctx: AppContext): void {
    this.#isBusy = true;
    this.#world.trace.add('office looks');
    this.#decideAll(ctx).finally(() => {
      this.#isBusy = false;
    });
  }

  async #decideAll(ctx: AppContext): Promise<void> {
    for (const [id, one] of this.#open()) {
      one.attempts++;
      await Promise.allSettled(this.#deedsFor(ctx, id, one));
    }
  }

  #deedsFor(ctx: AppContext, id: string, { askerId, plan }: AskedFor): Promise<void>[] {
    const [first, second] = this.members.filter((member) => member.id !== askerId);
    const asker = this.members.find((member) => member.id === askerId);
    if (!first || !second || !asker) return [];
    if (plan === 'decline') return [this.#decline(ctx, id, second)];
    if (plan === 'two at once') return [this.#approve(ctx, id, first), this.#approve(ctx, id, second)];
    if (plan === 'approve and decline') return [this.#approve(ctx, id, first), this.#decline(ctx, id, asker)];
    if (plan === 'asker first')
      return [this.#approve(ctx, id, asker).catch(() => this.#approve(ctx, id, second))];
    return [this.#approve(ctx, id, first)];
  }

  async #approve(ctx: AppContext, id: string, member: OfficeMember): Promise<void> {
    const one = this.requests.get(id);
    one?.tried.add(member.id);
    await ctx.db.begin((tx) =>
      approve(ctx, tx, this.#actor(member), this.#caller(member), id, {
        run: (row, caller, author) => runApproved(ctx, tx, row, caller, author),
      }),
    );
    one?.ends.push(`approved by ${member.role}`);
  }

  async #decline(ctx: AppContext, id: string, member: OfficeMember): Promise<void> {
    await ctx.db.begin((tx) => decline(ctx, tx, this.#actor(member), id, 'not now'));
    this.requests.get(id)?.ends.push(`declined by ${member.role}`);
  }

  #actor({ id, email }: OfficeMember) {
    return {
      merchantId: this.#merchantId,
      memberId: id,
      memberEmail: email,
      environment: 'live' as const,
      requestId: null,
      ip: 'office',
    };
  }

  #caller({ id, email }: OfficeMember): SessionCaller {
    return {
      kind: 'session',
      session_id: `ses_${id}`,
      member: { id, email },
      merchant_id: this.#merchantId,
      environment: 'live',
      suspended: false,
      default_accepted_chains: null,
      default_accepted_tokens: null,
      max_usd_minor: null,
      confirmed_by: email,
    };
  }

  /** The process that it was done with died. */
  lostAnswers(): void {
    this.#isBusy = false;
  }
}
