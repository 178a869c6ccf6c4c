import { RpcError, type RpcProblem } from './rpc-error.ts';

/**
 * The words with which providers refuse a request, since their codes overlap: -32005 is too many results at Infura and
 * too many requests elsewhere.
 */
const topicWords =
  /(addresses or )?topics per search position|too many topics|topics? (limit|count)|exceed(s|ed)? max(imum)? (topics|addresses)/i;

const rangeWords = [
  // Alchemy: "Log response size exceeded … this block range should work: [0x1, 0x5]", "up to a 10 block range".
  /log response size exceeded|block range should work|up to an? [\d,]+k? block range/i,
  // Infura: "query returned more than 10000 results. Try with this block range [0x1, 0x5]."
  /returned more than [\d,]+ results|too many results|results? (size )?exceed/i,
  // Infura, for a range that is too long: "block range 0x1-0x2711 exceeds limit of 10000".
  /range\b.{0,80}exceeds? (the )?limit of/i,
  // QuickNode: "eth_getLogs is limited to a 10,000 range". Avalanche: "requested too many blocks from 1 to 9999, …".
  /limited to an? [\d,]+ (blocks? )?range|requested too many blocks/i,
  // Ankr, polygon-rpc: "block range is too wide", "Block range is too large". Public nodes: "exceed maximum block range".
  /block range (is )?(too|limit|exceed)|(exceeds?|over|maximum|max) (the )?(maximum |max )?(block )?range/i,
  /ranges? over [\d,]+ blocks|query exceeds (max|limit)|logs matched by query exceeds|max range: /i,
  /response (size )?(should not|is too|too) (greater|big|large)|query timeout|request timed out.*range/i,
];

const rateWords =
  /rate.?limit|too many requests|request limit|requests? per second|compute units|throughput|credits|daily request count|limit exceeded|capacity exceeded/i;

const batchWords = /batch (size|limit|too|request)|too many .*batch|batch(es|ing)? (is|are) not/i;

/** What a JSON-RPC error object means. */
export function refusalOf(host: string, code: number | null, text: string): RpcError {
  const problem = problemOf(code, text);
  const allowedBlocks = problem === 'range-refused' ? allowedBlocksIn(text) : null;
  return new RpcError(problem, host, text, { code, allowedBlocks });
}

function problemOf(code: number | null, text: string): RpcProblem {
  if (topicWords.test(text)) return 'topics-refused';
  if (rangeWords.some((words) => words.test(text))) return 'range-refused';
  if (batchWords.test(text)) return 'batch-refused';
  if (code === 429 || code === -32005 || code === -32029 || rateWords.test(text)) return 'rate-limited';
  return 'node';
}

/** The number of blocks that the text names, or the size of the range that it proposes. */
function allowedBlocksIn(text: string): number | null {
  const proposed = /\[\s*(0x[0-9a-f]{1,12}|\d{1,12})\s*,\s*(0x[0-9a-f]{1,12}|\d{1,12})\s*\]/i.exec(text);
  if (proposed) return positive(Number(proposed[2]) - Number(proposed[1]) + 1);
  const named =
    /(?:range\b.{0,80}exceeds? (?:the )?limit of|up to an?|limited to an?|maximum is set to|ranges? over|max range:|max block range|maximum block range:?|block range limit:?)\s*([\d,]+)(k)?/i.exec(
      text,
    );
  if (!named) return null;
  return positive(Number(named[1]?.replaceAll(',', '')) * (named[2] ? 1000 : 1));
}

function positive(blocks: number): number | null {
  return Number.isSafeInteger(blocks) && blocks > 0 ? blocks : null;
}
