import { pathToFileURL } from 'node:url';
import { NodeError } from '../../../devnet/solana/rpc-error.ts';
import type { Db } from '../../src/platform/db/client.ts';
import type { Lines } from '../scheduler/gated-db.ts';
import type { World } from '../world.ts';
import type { ReleaseFile } from './bundle-release.ts';
import type { ServiceCode } from './service-code.ts';

/** The last release, ready to run in processes of a history. */
export interface Release {
  name: string;
  code: ServiceCode;
  lines: Lines;
  /** Runs statements at once, outside of what is simulated. */
  direct: Db;
  close(): Promise<void>;
}

/** With connections of its own: the driver knows what it has prepared, and its errors, by its own objects. */
export async function openRelease({ name, file }: ReleaseFile, url: string): Promise<Release> {
  const { serviceCode: code }: { serviceCode: ServiceCode } = await import(
    /* @vite-ignore */ pathToFileURL(file).href
  );
  acceptOurErrors(code.NodeError);
  const [statements, transactions, own] = [
    await code.openLine(url),
    await code.openLine(url),
    await code.openLine(url),
  ];
  return {
    name,
    code,
    lines: { statements, transactions },
    direct: code.createTag((statement, values) => own.run(statement, values)) as Db,
    async close() {
      await Promise.all([statements.close(), transactions.close(), own.close()]);
    },
  };
}

/** The model of Solana is this commit's, and so are the errors that it throws. */
function acceptOurErrors(theirs: typeof NodeError): void {
  Object.defineProperty(theirs, Symbol.hasInstance, {
    configurable: true,
    value: (error: unknown) =>
      error instanceof Error &&
      (error instanceof NodeError || Object.prototype.isPrototypeOf.call(theirs.prototype, error)),
  });
}

/** The same world, as far as a process of the release may tell. */
export function asSeenBy({ lines }: Release, world: World): World {
  return Object.create(world, {
    database: { value: { ...world.database, ...lines } },
    starts: {
      get: () => world.starts,
      set: (starts: number) => {
        world.starts = starts;
      },
    },
  });
}
