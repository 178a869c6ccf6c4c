import { type Hex, parseBytes, parseList, parseObject } from '../../../chains/rpc/hex.ts';
import type { Clock } from '../../../lib/clock.ts';
import { minuteMs } from '../../../lib/durations.ts';
import { parseUnits } from '../../../lib/money.ts';
import { AnsweredStatus, type FetchOptions, fetchJson } from '../../../platform/fetch-json.ts';
import { standardFinality } from './contracts.ts';

/** A message as Circle attests it. */
export interface Attestation {
  message: Hex;
  /** Signatures of 65 bytes each. */
  attestation: Hex;
}

/** Circle's attestation service. Its answers are checked against the chain before use. */
export interface Attestations {
  /** The fee of a standard transfer in ten-thousandths of a basis point; null if none is offered. */
  feeOf(source: number, destination: number): Promise<bigint | null>;
  /** The attested messages of a transaction, and whether these are all of them. */
  messagesOf(source: number, txHash: string): Promise<{ attested: Attestation[]; isComplete: boolean }>;
  /** Asks for a message that has expired to be attested again. No-op when it was asked for minutes ago. */
  attestAgain(nonce: string): Promise<void>;
}

/** Decimals of a fee in basis points. */
export const feeDecimals = 4;
/** Minimum time between two requests to attest the same message again. */
const againMs = 10 * minuteMs;

export function createAttestations(
  origin: string,
  clock: Clock,
  limits: Pick<FetchOptions, 'deadlineMs'> = {},
): Attestations {
  const options: FetchOptions = { ...limits, onlyJsonType: true };
  /** When each message was last requested again. */
  const askedMs = new Map<string, number>();
  return {
    async feeOf(source, destination) {
      const tiers = parseList(
        await fetchJson(`${origin}/v2/burn/USDC/fees/${source}/${destination}`, options),
        parseObject,
      );
      const tier = tiers.find(({ finalityThreshold }) => finalityThreshold === standardFinality);
      return tier ? parseFee(tier['minimumFee']) : null;
    },
    async messagesOf(source, txHash) {
      const answer = await orNotFound(
        fetchJson(`${origin}/v2/messages/${source}?transactionHash=${txHash}`, options),
      );
      if (answer === null) return { attested: [], isComplete: false };
      const messages = parseList(parseObject(answer)['messages'], parseObject);
      const attested = messages.filter(({ status }) => status === 'complete');
      return { attested: attested.map(parseAttestation), isComplete: attested.length === messages.length };
    },
    async attestAgain(nonce) {
      for (const [known, atMs] of askedMs) if (clock.nowMs() - atMs >= againMs) askedMs.delete(known);
      if (askedMs.has(nonce)) return;
      await fetchJson(`${origin}/v2/reattest/${nonce}`, { ...options, body: {} });
      askedMs.set(nonce, clock.nowMs());
    },
  };
}

/** Caches fees. */
export function withFeesOnce(attestations: Attestations): Attestations {
  const fees = new Map<string, Promise<bigint | null>>();
  return {
    ...attestations,
    feeOf(source, destination) {
      const way = `${source} ${destination}`;
      const fee = fees.get(way) ?? attestations.feeOf(source, destination);
      fees.set(way, fee);
      return fee;
    },
  };
}

/** Circle answers 404 until it has seen the burn. */
function orNotFound(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: unknown) => {
    if (error instanceof AnsweredStatus && error.status === 404) return null;
    throw error;
  });
}

/** A number or a decimal, such as "1.3". */
function parseFee(value: unknown): bigint {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^\d{1,5}(\.\d{1,4})?$/.test(text))
    throw new Error('the answer has no fee that can be read');
  return parseUnits(text, feeDecimals);
}

function parseAttestation({ message, attestation }: Record<string, unknown>): Attestation {
  return { message: parseBytes(message), attestation: parseBytes(attestation) };
}
