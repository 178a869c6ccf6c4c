import { bytesToHex, decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem/utils';
import { bloomOf } from '../../../../src/chains/evm/bloom.ts';
import { logsInReceipts } from '../../../../src/chains/evm/receipts-root.ts';
import type { Log } from '../../../../src/chains/rpc/answers.ts';
import { ancestor, branch, type ModelBlock, type ModelChain } from './model-chain.ts';
import { headerOf, logOf, matching } from './model-node.ts';
import { RpcFailure, type RpcRequest } from './rpc-server.ts';

const abi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) payable returns (Result[] results)',
]);

export const multicall = `0x${'ca'.repeat(20)}`;

const hex = (value: number | bigint) => `0x${value.toString(16)}`;

/** Answers JSON-RPC calls from a model chain, as a node would. */
export function modelRpc(chain: ModelChain, chainId = 1, finalizedDepth = 8) {
  const named = (name: unknown): ModelBlock | null => {
    if (name === 'latest') return chain.tip;
    if (name === 'finalized') return ancestor(chain.tip, Math.max(0, chain.tip.number - finalizedDepth));
    if (typeof name === 'object' && name !== null && 'blockHash' in name)
      return branch(chain.tip).find(({ hash }) => hash === name.blockHash) ?? null;
    return ancestor(chain.tip, Number(name));
  };
  return ({ method, params }: RpcRequest): unknown => {
    const [first, second] = params;
    if (method === 'eth_chainId') return hex(chainId);
    if (method === 'eth_getBlockByNumber') {
      const block = named(first);
      return block && blockAnswer(chain, block, second === true);
    }
    if (method === 'eth_getLogs') return logsAnswer(chain, first as LogsRequest);
    if (method === 'eth_getBlockReceipts') {
      const block = named(first);
      return block && receiptsOf(chain, block);
    }
    if (method === 'eth_getTransactionReceipt') return receiptAnswer(chain, first);
    if (method === 'eth_call') {
      const block = named(second);
      if (!block) throw new RpcFailure(-32000, 'header not found');
      return callAnswer(block, first as { data: `0x${string}` });
    }
    throw new RpcFailure(-32601, `no method ${method}`);
  };
}

function blockAnswer(chain: ModelChain, block: ModelBlock, isFull: boolean) {
  const { number, hash, parentHash, time, bloom } = headerOf(chain, block);
  const transactions = block.transactions.map((transaction) =>
    isFull
      ? {
          hash: transaction.hash,
          from: transaction.from,
          to: transaction.value?.to ?? transaction.transfers[0]?.token ?? null,
          value: hex(transaction.value?.units ?? 0n),
        }
      : transaction.hash,
  );
  return {
    number: hex(number),
    hash,
    parentHash,
    timestamp: hex(time.getTime() / 1000),
    logsBloom: bytesToHex(bloom ?? new Uint8Array()),
    receiptsRoot: logsInReceipts(receiptsOf(chain, block)).root,
    transactions,
  };
}

function receiptsOf(chain: ModelChain, block: ModelBlock) {
  const logs = chain.logsOf(block);
  return block.transactions.map((transaction, index) => {
    const own = logs.filter((log) => log.transaction === transaction).map((log) => logOf(block, log));
    return {
      transactionHash: transaction.hash,
      blockHash: block.hash,
      type: '0x2',
      status: transaction.isReverted ? '0x0' : '0x1',
      cumulativeGasUsed: hex((index + 1) * 21_000),
      logsBloom: bytesToHex(bloomOf(own)),
      logs: own.map(logAnswer),
    };
  });
}

interface LogsRequest {
  blockHash?: string;
  fromBlock?: string;
  toBlock?: string;
  address?: string[];
  topics?: [string, null?, string[]?];
}

function logsAnswer(chain: ModelChain, request: LogsRequest) {
  const { blockHash, fromBlock, toBlock, address, topics } = request;
  const filter =
    address && topics ? { addresses: address, topic: topics[0], receivers: topics[2] ?? null } : null;
  const blocks = branch(chain.tip).filter(({ number, hash }) =>
    blockHash ? hash === blockHash : number >= Number(fromBlock) && number <= Number(toBlock),
  );
  if (blockHash && blocks.length === 0) throw new RpcFailure(-32000, 'unknown block');
  return blocks.flatMap((block) =>
    chain
      .logsOf(block)
      .map((log) => logOf(block, log))
      .flatMap((log) => (filter ? matching(log, [filter]) : [log]).map(logAnswer)),
  );
}

function logAnswer({ txHash, logIndex, blockNumber, ...rest }: Log) {
  return {
    ...rest,
    removed: false,
    transactionHash: txHash,
    logIndex: hex(logIndex),
    blockNumber: hex(blockNumber),
  };
}

function receiptAnswer(chain: ModelChain, txHash: unknown) {
  for (let block: ModelBlock | null = chain.tip; block; block = block.parent) {
    const found = receiptsOf(chain, block).find(({ transactionHash }) => transactionHash === txHash);
    if (found) return found;
  }
  return null;
}

function callAnswer(block: ModelBlock, { data }: { data: `0x${string}` }) {
  const { args } = decodeFunctionData({ abi, data });
  const results = args[0].map(({ callData }) => {
    const units = block.balances.get(`0x${callData.slice(-40)}`) ?? 0n;
    return { success: true, returnData: `0x${units.toString(16).padStart(64, '0')}` as const };
  });
  return encodeFunctionResult({ abi, functionName: 'aggregate3', result: results });
}
