import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import solc from 'solc';
import type { Hex } from 'viem';
import { keccak256 } from 'viem/utils';

/**
 * Legacy pipeline, because its output is the same on every machine and 0.8.30 compiles it in seconds. No metadata, so
 * that a comment does not change the vault's address. `paris` runs on every chain: newer opcodes arrived at different
 * times.
 */
const settings = {
  optimizer: { enabled: true, runs: 10_000 },
  evmVersion: 'paris',
  metadata: { bytecodeHash: 'none', appendCBOR: false },
} as const;

const here = new URL('./', import.meta.url);
const testContracts = 'test/contracts/';

interface Compiled {
  abi: unknown[];
  evm: { bytecode: { object: string }; deployedBytecode: { object: string } };
}
interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, Compiled>>;
}

function compile(paths: readonly string[]): CompilerOutput['contracts'] {
  const sources = paths.map((path) => [path, { content: readFileSync(new URL(path, here), 'utf8') }]);
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } };
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources),
    settings: { ...settings, outputSelection },
  };
  const output: CompilerOutput = JSON.parse(solc.compile(JSON.stringify(input)));
  const problems = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (problems.length > 0) throw new Error(problems.map((one) => one.formattedMessage).join('\n'));
  return output.contracts;
}

/** The text of every generated file by its path in the repository. */
export function compileContracts(): Map<string, string> {
  // Alone, so that no other source can change its bytecode.
  const vault = compile(['Vault.sol'])['Vault.sol']?.['Vault'];
  if (!vault) throw new Error('Vault.sol has no contract Vault');
  const { abi, evm } = vault;
  const bytecode: Hex = `0x${evm.bytecode.object}`;
  const runtimeHash = keccak256(`0x${evm.deployedBytecode.object}`);
  const artifact = { compiler: `solc ${solc.version()}`, settings, abi, bytecode, runtimeHash };
  return new Map([
    ['contracts/artifacts/vault.json', `${JSON.stringify(artifact, null, 2)}\n`],
    ['server/src/chains/evm/vault-artifact.ts', moduleText(abi, bytecode, runtimeHash)],
    ['contracts/test/support/bytecodes.json', testBytecodes()],
  ]);
}

/** The service imports a module, so that viem knows the types of the ABI. */
function moduleText(abi: unknown[], bytecode: Hex, runtimeHash: Hex): string {
  return `// Generated from contracts/Vault.sol by contracts/compile.ts.
export const vaultAbi = ${JSON.stringify(abi, null, 2)} as const;

export const vaultBytecode =
  '${bytecode}';

/** Keccak-256 of the deployed code, the same for every vault. */
export const vaultRuntimeHash = '${runtimeHash}';
`;
}

function testBytecodes(): string {
  const files = readdirSync(new URL(testContracts, here)).filter((name) => name.endsWith('.sol'));
  const compiled = compile(files.map((name) => `${testContracts}${name}`));
  const contracts = Object.values(compiled).flatMap((file) => Object.entries(file));
  const bytecodes = contracts.map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`]);
  return `${JSON.stringify(Object.fromEntries(bytecodes), null, 2)}\n`;
}

/** Run as a program, it writes the files. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of compileContracts()) {
    writeFileSync(new URL(`../${path}`, here), text);
    process.stdout.write(`wrote ${path}\n`);
  }
}
