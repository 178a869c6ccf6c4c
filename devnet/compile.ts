import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import solc from 'solc';

const sources = new URL('contracts/', import.meta.url);
const artifacts = new URL('artifacts/', import.meta.url);

interface Compiled {
  abi: unknown[];
  evm: { deployedBytecode: { object: string } };
}
interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, Compiled>>;
}

/** Compiles every contract of the local chains. Returns the text of its artifact by the contract's name. */
export function compileContracts(): Map<string, string> {
  const files = readdirSync(sources).filter((name) => name.endsWith('.sol'));
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      files.map((name) => [name, { content: readFileSync(new URL(name, sources), 'utf8') }]),
    ),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'paris',
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.deployedBytecode.object'] } },
    },
  };
  const output: CompilerOutput = JSON.parse(solc.compile(JSON.stringify(input)));
  const problems = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (problems.length > 0) throw new Error(problems.map((one) => one.formattedMessage).join('\n'));
  return new Map(
    files.map((file) => {
      const name = file.replace(/\.sol$/, '');
      const compiled = output.contracts[file]?.[name];
      if (!compiled) throw new Error(`${file} has no contract ${name}`);
      return [name, artifactText(compiled)];
    }),
  );
}

function artifactText({ abi, evm }: Compiled): string {
  return `${JSON.stringify({ abi, deployedBytecode: `0x${evm.deployedBytecode.object}` })}\n`;
}

/** Run as a program, it writes the artifacts. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of compileContracts()) writeFileSync(new URL(`${name}.json`, artifacts), text);
}
