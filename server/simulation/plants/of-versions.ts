import type { SourcePlant } from './plant.ts';

/** Bugs of the last release alone: what it writes or reads does not fit what this commit does. */
export const sourcePlantsOfVersions: Readonly<Record<string, SourcePlant>> = {
  'release-salts': {
    about: 'The release derives deposit addresses otherwise.',
    within: 5,
    file: 'chains/evm/vault.ts',
    from: 'return keccak256(stringToHex(paymentId));',
    to: "return keccak256(stringToHex(paymentId + ' '));",
    isOfRelease: true,
    under: { needsRelease: true },
  },
  'release-fingerprints': {
    about: 'The release takes a request that is repeated with its key for another one.',
    within: 40,
    file: 'platform/http/idempotency.ts',
    from: "return hash('sha256',",
    to: "return hash('sha1',",
    isOfRelease: true,
    under: { needsRelease: true, groups: ['kill'] },
  },
};
