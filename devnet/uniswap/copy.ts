import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes contracts.json: creation code of Uniswap V3, and of what it is quoted with, as npm packages ship it. Uniswap's are
 * not dependencies, because they install Hardhat and more. Run it to compare: it changes nothing as long as the packages say
 * the same.
 */
const sources = [
  [
    'UniswapV3Factory',
    '@uniswap/v3-core@1.0.1',
    'artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  ],
  [
    'SwapRouter02',
    '@uniswap/swap-router-contracts@1.3.1',
    'artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
  ],
  ['QuoterV2', '@uniswap/v3-periphery@1.4.4', 'artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json'],
  ['WETH9', '@uniswap/v2-periphery@1.1.0-beta.0', 'build/WETH9.json'],
  ['Multicall3', 'viem@2.57.1', '_cjs/constants/contracts.js'],
] as const;

function creationCodeIn(text: string, path: string): string {
  if (path.endsWith('.json')) return JSON.parse(text).bytecode.replace(/^(0x)?/, '0x');
  const [, found] = /multicall3Bytecode = '(0x[0-9a-f]+)'/.exec(text) ?? [];
  if (!found) throw new Error(`${path} has no code`);
  return found;
}

/** The answer names every file of a package. */
const maxBuffer = 64 * 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'causeway-uniswap-'));
try {
  const contracts = sources.map(([name, from, path]) => {
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--silent', from], { cwd: folder, encoding: 'utf8', maxBuffer }),
    );
    execFileSync('tar', ['xzf', packed.filename], { cwd: folder });
    const bytecode = creationCodeIn(readFileSync(join(folder, 'package', path), 'utf8'), path);
    rmSync(join(folder, 'package'), { recursive: true });
    return { name, package: from, integrity: packed.integrity, bytecode };
  });
  writeFileSync(new URL('contracts.json', import.meta.url), `${JSON.stringify(contracts, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
