import { type ChainId, chainIds, chains } from '../../lib/chains/registry.ts';
import type { Parser } from './parsers.ts';

type Oracles = Partial<Record<ChainId, string>>;

/** Chainalysis' public contracts, as its documentation lists them: one address on all chains but base. */
const ofChainalysis = '0x40C57923924B5c5c5455c48D93317139ADDaC8fb';
const ofChainalysisOnBase = '0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B';

const evmChains = chainIds.filter((chain) => chains[chain].family === 'evm');

/** `chainalysis`, or contracts by chain, which win. */
export const screeningOracles: Parser<Oracles> = {
  expected: 'chainalysis, or a comma-separated list of chain=0x…, or both',
  parse: (text) => {
    const parts = text === '' ? [] : text.split(',').map((part) => part.trim());
    const known = parts.includes('chainalysis')
      ? evmChains.map((chain) => [chain, chain === 'base' ? ofChainalysisOnBase : ofChainalysis])
      : [];
    const own = parts.filter((part) => part !== 'chainalysis').map((part) => part.split('='));
    const isFine = ([chain, address = '', ...more]: string[]) =>
      evmChains.some((one) => one === chain) && /^0x[0-9a-fA-F]{40}$/.test(address) && more.length === 0;
    return own.every(isFine) ? Object.fromEntries([...known, ...own]) : undefined;
  },
};

export const signingSecret: Parser<string> = {
  isSecret: true,
  expected: 'whsec_ and at least 24 bytes as base64',
  parse: (text) => (/^whsec_[A-Za-z0-9+/]{32,172}={0,2}$/.test(text) ? text : undefined),
};
