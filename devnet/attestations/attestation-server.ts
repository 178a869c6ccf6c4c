import type { IncomingMessage, ServerResponse } from 'node:http';
import { encodePacked, type Hex, keccak256, serializeSignature } from 'viem';
import { sign } from 'viem/accounts';
import { reply } from '../body.ts';
import type { Outage } from '../evm/faults.ts';
import { fail } from '../evm/outages.ts';
import { attester } from '../evm/wallets.ts';
import { type AttestedFields, fillIn } from './attested-message.ts';

interface Behaviour {
  /** `unseen` answers 404, `pending` has seen the burn and waits for its block to be final. */
  state: 'unseen' | 'pending' | 'complete';
  /** In basis points, for standard transfers. */
  feeBps: string | number;
  /** What the message says about the fee. */
  feeUnits: bigint;
  /** 0 for messages that never expire. Those that were attested again never do. */
  expirationBlock: bigint;
  /** Fields that it attests other than the burn logged them. */
  lies: Partial<AttestedFields>;
}

export interface Attestations {
  behave(how: Partial<Behaviour>): void;
  /** Fails as a chain's node can. Null ends it. */
  outage(outage: Outage | null): void;
  /** Whether it has attested this message so, both as hex without a prefix. */
  hasAttested(message: string, attestation: string): boolean;
  /** Nonces of the messages that were to be attested again. */
  readonly attestedAgain: readonly string[];
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** The messages that a transaction sent; null when there is none. */
export type ReadMessages = (domain: number, txHash: string) => Promise<readonly Hex[] | null>;

interface Answer {
  status: number;
  body: unknown;
}

const usual: Behaviour = { state: 'complete', feeBps: 0, feeUnits: 0n, expirationBlock: 0n, lies: {} };
const notFound: Answer = { status: 404, body: { code: 404, error: 'Message not found' } };

/** Stands in for Circle's attestation service, at whatever comes before the path. */
export function createAttestations(readMessages: ReadMessages): Attestations {
  const how: Behaviour = { ...usual };
  const again: string[] = [];
  const given = new Set<string>();
  let outage: Outage | null = null;

  async function answer(method: string, { pathname, searchParams }: URL): Promise<Answer> {
    const messages = /\/v2\/messages\/(\d+)$/.exec(pathname);
    if (messages) return messagesOf(Number(messages[1]), searchParams.get('transactionHash') ?? '');
    if (/\/v2\/burn\/USDC\/fees\/\d+\/\d+$/.test(pathname)) return { status: 200, body: fees(how.feeBps) };
    const [, nonce] = /\/v2\/reattest\/(0x[0-9a-f]+)$/.exec(pathname) ?? [];
    if (!nonce || method !== 'POST') return notFound;
    again.push(nonce);
    return { status: 200, body: { message: 'Re-attestation successfully requested for nonce.', nonce } };
  }

  async function messagesOf(domain: number, txHash: string): Promise<Answer> {
    const burns = (how.state === 'unseen' ? null : await readMessages(domain, txHash)) ?? [];
    if (burns.length === 0) return notFound;
    const messages = burns.map((logged, index) => attest(logged, nonceOf(domain, txHash, index)));
    return { status: 200, body: { messages: await Promise.all(messages) } };
  }

  async function attest(logged: Hex, nonce: Hex) {
    const eventNonce = how.lies.nonce ?? nonce;
    if (how.state === 'pending')
      return { ...unsigned, eventNonce, status: 'pending_confirmations', message: '0x' };
    const expirationBlock = again.includes(nonce) ? 0n : how.expirationBlock;
    const fields = { nonce, finality: 2000, feeUnits: how.feeUnits, expirationBlock, ...how.lies };
    const message = fillIn(logged, fields);
    const signature = await sign({ hash: keccak256(message), privateKey: attester.privateKey });
    const attestation = serializeSignature(signature);
    given.add(`${message} ${attestation}`);
    return { ...unsigned, eventNonce, status: 'complete', message, attestation };
  }

  return {
    attestedAgain: again,
    hasAttested: (message, attestation) => given.has(`0x${message} 0x${attestation}`),
    behave(changed) {
      Object.assign(how, changed);
    },
    outage(kind) {
      outage = kind;
    },
    async serve(request, response) {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const { status, body } = await answer(request.method ?? 'GET', url);
      const text = JSON.stringify(body);
      if (outage) fail(response, outage, text);
      else reply(response, status, text, 'application/json');
    },
  };
}

/** As long as there is no signature. */
const unsigned = { attestation: 'PENDING', cctpVersion: 2, decodedMessage: null, delayReason: null };

function fees(standard: string | number) {
  return [
    { finalityThreshold: 1000, minimumFee: 14 },
    { finalityThreshold: 2000, minimumFee: standard },
  ];
}

function nonceOf(domain: number, txHash: string, index: number): Hex {
  return keccak256(encodePacked(['uint32', 'string', 'uint32'], [domain, txHash, index]));
}
