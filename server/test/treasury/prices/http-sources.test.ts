import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseUnits } from '../../../src/lib/money.ts';
import { assets } from '../../../src/platform/config/rate-settings.ts';
import { fetchJson } from '../../../src/platform/fetch-json.ts';
import { createCoinbase } from '../../../src/treasury/prices/sources/coinbase.ts';
import { createKraken } from '../../../src/treasury/prices/sources/kraken.ts';
import { type StandIn, startStandIn } from './stand-ins.ts';

let server: StandIn;
beforeAll(async () => {
  server = await startStandIn();
});
afterAll(() => server.close());

const usd = (text: string) => ({ usd: parseUnits(text, 8) });
const now = new Date();

/** Documented at docs.cdp.coinbase.com/coinbase-app/track-apis/exchange-rates. */
const coinbaseRates = {
  AED: '3.67',
  ETH: '0.00033333333333333',
  USDC: '1.0',
  USDT: '1.0002000400080016',
  DAI: '1.0',
  SOL: '0.0066666666666667',
  POL: '2.5',
  MATIC: '2.4',
  AVAX: '0.03125',
  BNB: '0.001666666666667',
  EUR: '0.92',
  GBP: '0.8',
  CAD: '1.37',
  AUD: '1.6',
};

describe('Coinbase', () => {
  const read = () => createCoinbase(server.origin).read(assets, now);

  it('prices everything with one request, MATIC as POL', async () => {
    server.asked.length = 0;
    server.json({ data: { currency: 'USD', rates: coinbaseRates } });
    const prices = await read();
    expect(server.asked).toEqual(['/v2/exchange-rates?currency=USD']);
    expect(prices.get('MATIC')).toEqual(usd('0.4'));
    expect(prices.get('GBP')).toEqual(usd('1.25'));
    expect(prices.get('AVAX')).toEqual(usd('32'));
    expect(prices.get('ETH')).toEqual(usd('3000.00000000'));
    expect(prices.get('BUSD')).toEqual({ problem: 'no price' });
    expect([...prices.keys()]).toEqual(assets);
  });

  it.each(['NaN', '0', '-0.1', '1e-4', '', 0.00033, null, {}, '<b>1</b>'])(
    'a price of %j leaves out only that asset',
    async (bad) => {
      server.json({ data: { currency: 'USD', rates: { ...coinbaseRates, ETH: bad } } });
      const prices = await read();
      expect(prices.get('ETH')).toEqual({ problem: expect.any(String) });
      expect(prices.get('GBP')).toEqual(usd('1.25'));
    },
  );

  it.each([
    [{ data: { currency: 'EUR', rates: coinbaseRates } }],
    [{ data: { rates: coinbaseRates } }],
    [{ data: { currency: 'USD', rates: [] } }],
    [{ errors: [{ id: 'not_found' }] }],
    [[]],
    [null],
  ])('refuses %j', async (answer) => {
    server.json(answer);
    await expect(read()).rejects.toThrow('no rates for USD');
  });
});

/** Documented at docs.kraken.com/api-reference/market-data/get-ticker-information. */
function ticker(ask: string, bid: string) {
  return {
    a: [ask, '1', '1.000'],
    b: [bid, '1', '1.000'],
    c: ['1.0', '0.00067643'],
    v: ['1', '2'],
    p: ['1', '2'],
    t: [1, 2],
    l: ['1', '1'],
    h: ['9', '9'],
    o: '5',
  };
}

const krakenResult = {
  XETHZUSD: ticker('3001.00000', '2999.00000'),
  USDCUSD: ticker('1.00010000', '0.99990000'),
  USDTZUSD: ticker('0.99990000', '0.99980000'),
  DAIUSD: ticker('1', '1'),
  SOLUSD: ticker('150.02', '149.98'),
  POLUSD: ticker('0.4001', '0.3999'),
  AVAXUSD: ticker('32.1', '31.9'),
  BNBUSD: ticker('600', '600'),
  ZEURZUSD: ticker('1.08010', '1.07990'),
  ZGBPZUSD: ticker('1.25', '1.25'),
  ZUSDZCAD: ticker('1.25', '1.25'),
  AUDUSD: ticker('0.625', '0.625'),
};

describe('Kraken', () => {
  const read = () => createKraken(server.origin).read(assets, now);

  it('takes the middle of bid and ask, and turns USD/CAD around', async () => {
    server.asked.length = 0;
    server.json({ error: [], result: krakenResult });
    const prices = await read();
    expect(server.asked).toEqual([`/0/public/Ticker?pair=${Object.keys(krakenResult).join(',')}`]);
    expect(prices.get('ETH')).toEqual(usd('3000'));
    expect(prices.get('MATIC')).toEqual(usd('0.4'));
    expect(prices.get('CAD')).toEqual(usd('0.8'));
    expect(prices.get('EUR')).toEqual(usd('1.08'));
    expect(prices.has('BUSD')).toBe(false);
  });

  it('a pair that is no longer listed does not take the others with it', async () => {
    const { BNBUSD: _gone, ...listed } = krakenResult;
    server.answer((request, response) => {
      const unknown = request.url?.includes('BNBUSD');
      const answer = unknown ? { error: ['EQuery:Unknown asset pair'] } : { error: [], result: listed };
      response.writeHead(200).end(JSON.stringify(answer));
    });
    const prices = await read();
    expect(prices.get('ETH')).toEqual(usd('3000'));
    expect(prices.get('BNB')).toEqual({ problem: 'not listed' });
  });

  it.each([
    ['an empty book', { a: [], b: [] }],
    ['no book', {}],
    ['a price of zero', ticker('0.00000', '0.00000')],
    ['a negative price', ticker('-1', '-1')],
    ['a number', { a: [3000], b: [3000] }],
    ['a wide gap', ticker('3100', '3000')],
    ['a bid far above the ask', ticker('3000', '3100')],
  ])('%s leaves out only that asset', async (_name, eth) => {
    server.json({ error: [], result: { ...krakenResult, XETHZUSD: eth } });
    const prices = await read();
    expect(prices.get('ETH')).toEqual({ problem: expect.any(String) });
    expect(prices.get('SOL')).toEqual(usd('150'));
  });

  it.each([
    [{ error: ['EGeneral:Too many requests'] }, 'EGeneral:Too many requests'],
    [{ error: ['EService:Unavailable'], result: krakenResult }, 'EService:Unavailable'],
    [{ error: [] }, 'no tickers'],
    ['down for maintenance', 'no tickers'],
  ])('refuses %j', async (answer, message) => {
    server.json(answer);
    await expect(read()).rejects.toThrow(message);
  });
});

describe('fetchJson', () => {
  const read = (options = {}) => fetchJson(`${server.origin}/v2/secret-key`, options);

  it('refuses HTML', async () => {
    server.answer((_request, response) => response.writeHead(200).end('<html>Just a moment…</html>'));
    await expect(read()).rejects.toThrow('not JSON');
  });

  it('refuses a truncated answer', async () => {
    server.answer((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"data":{');
      setImmediate(() => response.destroy());
    });
    await expect(read()).rejects.toThrow();
  });

  it('refuses an answer that is cut off within its JSON', async () => {
    server.answer((_request, response) => response.writeHead(200).end('{"data":{"rates":{"ETH":"0.0003'));
    await expect(read()).rejects.toThrow('not JSON');
  });

  it('does not follow a redirect', async () => {
    server.asked.length = 0;
    server.answer((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end());
    await expect(read()).rejects.toThrow('answered 302');
    expect(server.asked).toEqual(['/v2/secret-key']);
  });

  it('refuses other statuses', async () => {
    server.answer((_request, response) => response.writeHead(429).end('{"rates":{}}'));
    await expect(read()).rejects.toThrow('answered 429');
  });

  it('gives up at the deadline when nothing comes, or never ends', async () => {
    server.answer(() => {});
    await expect(read({ deadlineMs: 50 })).rejects.toThrow('no complete answer within 50 ms');
    server.answer((_request, response) => response.writeHead(200).write('{'));
    await expect(read({ deadlineMs: 50 })).rejects.toThrow('no complete answer within 50 ms');
  });

  it('stops reading at the byte limit', async () => {
    server.answer((_request, response) => response.writeHead(200).end(' '.repeat(3000)));
    await expect(read({ maxBytes: 2048 })).rejects.toThrow('longer than 2 KiB');
  });

  it('refuses what a cache has kept too long', async () => {
    server.json({}, { age: '61' });
    await expect(read()).rejects.toThrow('61 s old');
    server.json({}, { age: '60' });
    await expect(read()).resolves.toEqual({});
  });

  it('names no URL when the server cannot be reached', async () => {
    const gone = await startStandIn();
    await gone.close();
    const message = await fetchJson(`${gone.origin}/v2/secret-key`).catch((error) => error.message);
    expect(message).not.toContain('secret-key');
  });
});
