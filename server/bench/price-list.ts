import { poolSize } from './bench.ts';

/** What one operation costs. */
export interface Price {
  what: string;
  serviceUs: number;
  postgresUs: number;
  walBytes: number;
  /** On disk as long as the database exists. */
  keptBytes: number;
  /** On disk until retention removes it. */
  passingBytes: number;
  rpcCalls: number;
}

export function printPrices(prices: Price[]): void {
  const shown = (value: number) =>
    value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
  console.log(
    '\n| Operation | Service, µs | Postgres, µs | WAL, bytes | Disk for ever, bytes | Disk until retention, bytes | RPC calls |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const { what, ...price } of prices) {
    const figures = [price.serviceUs, price.postgresUs, price.walBytes, price.keptBytes, price.passingBytes];
    console.log(`| ${what} | ${[...figures, price.rpcCalls].map(shown).join(' | ')} |`);
  }
  console.log(`\nA pool of ${poolSize} connections; Postgres as the service starts it.`);
}
