import { evmChainIds } from '../server/src/chains/evm/evm-chains.ts';
import { createAttestations } from './attestations/attestation-server.ts';
import { sentMessages } from './attestations/sent-messages.ts';
import { createControl } from './control.ts';
import { type EvmChain, isEvmChain } from './evm/chain-specs.ts';
import type { EvmChains } from './evm/evm-chains.ts';
import { openMarket } from './evm/market.ts';
import { startEvmChains } from './evm/start-chains.ts';
import { localUniswap } from './evm/uniswap.ts';
import { createRates } from './rates/rates-server.ts';
import type { IsAttested } from './solana/cctp/programs.ts';
import { startSolana } from './solana/start-solana.ts';

export interface DevnetOptions {
  port: number;
  /** Null for all. */
  chains: string[] | null;
  blockTimeMs: number;
  /** Whether to deploy Uniswap with pools, which takes some seconds. */
  pools?: boolean;
}

/** What `causeway devnet` prints, and how to stop. */
export interface RunningDevnet {
  url: string;
  rates_url: string;
  /** For CCTP_URL. */
  attestations_url: string;
  /** Settings of a service, one for each chain. */
  rpc_urls: Record<string, string>;
  /** What CHAINS_FILE may hold: confirmations and polling for chains on this machine. */
  chains_file: Record<string, unknown>;
  wallets: { address: string; private_key: string }[];
  stop(): Promise<void>;
}

/** `causeway devnet`: local chains at one port, with the control endpoint and the stand-ins for rates and attestations. */
export async function runDevnet({
  port,
  chains,
  blockTimeMs,
  pools = false,
}: DevnetOptions): Promise<RunningDevnet> {
  const names = chains ? chains.filter((name) => name !== 'solana').map(chainNamed) : evmChainIds;
  const hasSolana = !chains || chains.includes('solana');
  const isAttested: IsAttested = (message, attestation) => attestations.hasAttested(message, attestation);
  const solana = hasSolana
    ? await startSolana({ port: null, blockTimeMs, lags: { finalized: 8 }, isAttested })
    : null;
  const rates = createRates();
  const attestations = createAttestations(
    sentMessages(
      () => devnet,
      () => solana,
    ),
  );
  const control = createControl(() => devnet, solana);
  const devnet: EvmChains<EvmChain> = await startEvmChains({
    chains: names,
    blockTimeMs,
    port,
    routes: {
      rates: rates.serve,
      attestations: attestations.serve,
      control,
      ...(solana ? { solana: solana.route } : {}),
    },
  });
  if (pools) for (const name of names) await openMarket(devnet, name);
  const solanaUrl = `${devnet.url}/solana`;
  return {
    url: devnet.url,
    rates_url: `${devnet.url}/rates`,
    attestations_url: `${devnet.url}/attestations`,
    rpc_urls: {
      ...Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_RPC_URL`, devnet.urls[name]])),
      ...(solana ? { SOLANA_RPC_URL: solanaUrl } : {}),
    },
    chains_file: {
      ...Object.fromEntries(names.map((name) => [name, chainSettings(devnet, name)])),
      ...(solana ? { solana: { rpc_urls: [solanaUrl], poll_ms: 500 } } : {}),
    },
    wallets: devnet.wallets.map(({ address, privateKey }) => ({ address, private_key: privateKey })),
    async stop() {
      await devnet.stop();
      await solana?.stop();
    },
  };
}

function chainNamed(name: string): EvmChain {
  if (!isEvmChain(name))
    throw new RangeError(`There is no chain "${name}". Use ${evmChainIds.join(', ')} or solana.`);
  return name;
}

function chainSettings(devnet: EvmChains<EvmChain>, name: EvmChain) {
  return {
    rpc_urls: [devnet.urls[name]],
    chain_id: devnet.chainIds[name],
    tokens: devnet.tokens[name],
    confirmations: 3,
    poll_ms: 500,
    uniswap: localUniswap(name),
  };
}
