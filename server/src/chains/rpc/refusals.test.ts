import { describe, expect, it } from 'vitest';
import { refusalOf } from './refusals.ts';

const refusal = (code: number, text: string) => refusalOf('node.example', code, text);

describe('a refusal of a range', () => {
  it.each([
    // Alchemy
    [
      -32602,
      'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response. Based on your parameters and the response size limit, this block range should work: [0x10, 0x1f]',
      16,
    ],
    [
      -32600,
      'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x1, 0xa].',
      10,
    ],
    // Infura
    [-32005, 'query returned more than 10000 results. Try with this block range [0x1, 0x5].', 5],
    [-32005, 'query returned more than 10000 results', null],
    [-32005, 'block range 0x1-0x2711 exceeds limit of 10000', 10_000],
    [-32005, 'requested range 1,000 to 9,000 exceeds limit of 5,000 blocks', 5000],
    // QuickNode
    [-32614, 'eth_getLogs is limited to a 10,000 range', 10_000],
    [-32602, 'eth_getLogs and eth_newFilter are limited to a 5 blocks range', 5],
    // Ankr
    [-32062, 'block range is too wide', null],
    // Public nodes
    [-32701, 'exceed maximum block range: 50000', 50_000],
    [-32000, 'exceed maximum block range: 5000', 5000],
    [-32000, 'Block range is too large', null],
    [35, 'ranges over 10000 blocks are not supported on freetier', 10_000],
    [-32047, 'Invalid eth_getLogs request. Max range: 800', 800],
    [-32000, 'requested too many blocks from 1 to 9000, maximum is set to 2048', 2048],
    [-32602, 'query exceeds max block range 1000', 1000],
    [-32005, 'logs matched by query exceeds limit of 10000', null],
    [-32000, 'query timeout exceeded', null],
    [-32008, 'Response size should not greater than 10000000 bytes', null],
    [-32602, 'block range limit exceeded', null],
  ])('%i %s', (code, text, allowedBlocks) => {
    expect(refusal(code, text)).toMatchObject({ problem: 'range-refused', allowedBlocks });
  });
});

describe('other refusals', () => {
  it.each([
    [-32005, 'daily request count exceeded, request rate limited', 'rate-limited'],
    [-32005, 'limit exceeded', 'rate-limited'],
    [-32005, 'project ID request rate exceeded', 'rate-limited'],
    [429, 'Your app has exceeded its compute units per second capacity', 'rate-limited'],
    [-32007, '50/second request limit reached - reduce calls per second', 'rate-limited'],
    [-32000, 'exceed max addresses or topics per search position', 'topics-refused'],
    [-32602, 'too many topics in filter', 'topics-refused'],
    [-32602, 'exceed max topics', 'topics-refused'],
    [-32602, 'exceed max addresses', 'topics-refused'],
    [-32600, 'batch size too large', 'batch-refused'],
    [-32000, 'batch limit 100 exceeded', 'batch-refused'],
    [-32000, 'header not found', 'node'],
    [-32601, 'the method eth_foo does not exist', 'node'],
    [3, 'execution reverted', 'node'],
  ])('%i %s: %s', (code, text, problem) => {
    expect(refusal(code, text).problem).toBe(problem);
  });
});
