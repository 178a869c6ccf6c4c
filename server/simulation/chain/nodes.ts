import { Dispatcher } from 'undici';
import type { Caller, Scheduler } from '../scheduler/scheduler.ts';
import { answer, NodeRefusal, type NodeView, readsFreshLogs } from './json-rpc.ts';

export type RpcFault = 'lag' | 'unindexed' | 'garbage' | 'busy' | 'no-receipts' | 'range';

/** How the nodes behind one URL answer the next request. */
export type ViewOf = (url: string, fault: RpcFault | null) => NodeView;

export interface Request {
  id: number;
  method: string;
  params: unknown[];
}

type Handler = Parameters<Dispatcher['dispatch']>[1];

export function createNodes(
  scheduler: Scheduler,
  caller: Caller,
  viewOf: ViewOf,
  takeFault: (isAboutFreshLogs: boolean) => RpcFault | null,
): Dispatcher {
  const hasFreshLogs = (origin: string, { method, params }: Request) =>
    method === 'eth_getLogs' && readsFreshLogs(viewOf(origin, null), params);
  return createNetwork(
    scheduler,
    caller,
    (requests, origin) => takeFault(requests.some((request) => hasFreshLogs(origin, request))),
    (origin, request, fault) => answerOne(viewOf(origin, fault), request, fault),
  );
}

/** The network between a process and nodes, below HTTP: the service's own client parses all answers. */
export function createNetwork(
  scheduler: Scheduler,
  caller: Caller,
  takeFault: (requests: readonly Request[], origin: string) => RpcFault | null,
  answerRequest: (origin: string, request: Request, fault: RpcFault | null) => unknown,
): Dispatcher {
  return new (class extends Dispatcher {
    override dispatch({ origin, body }: Dispatcher.DispatchOptions, handler: Handler): boolean {
      const parsed: Request | Request[] = JSON.parse(String(body));
      const requests = [parsed].flat();
      const label = `${new URL(String(origin)).host} ${summary(requests)}`;
      const failure = async () => Object.assign(new Error('reset'), { code: 'ECONNRESET' });
      scheduler
        .ask(caller, { kind: 'rpc', label, failure }, () => {
          const fault = takeFault(requests, String(origin));
          if (fault === 'busy') return { status: 429, text: '' };
          if (fault === 'garbage') return { status: 200, text: '<html>bad gateway</html>' };
          const answers = requests.map((request) => answerRequest(String(origin), request, fault));
          return { status: 200, text: JSON.stringify(Array.isArray(parsed) ? answers : answers[0]) };
        })
        .then(
          ({ status, text }) => {
            handler.onResponseStart?.(controller, status, {});
            handler.onResponseData?.(controller, Buffer.from(text));
            handler.onResponseEnd?.(controller, {});
          },
          (error: Error) => handler.onResponseError?.(controller, error),
        );
      return true;
    }
    override destroy(): Promise<void> {
      return Promise.resolve();
    }
  })();
}

/** Nobody pauses or aborts what is in memory. */
const controller = { abort() {}, pause() {}, resume() {} } as unknown as Dispatcher.DispatchController;

function answerOne(view: NodeView, { id, method, params }: Request, fault: RpcFault | null): unknown {
  try {
    if (fault === 'range' && method === 'eth_getLogs')
      throw new NodeRefusal(-32005, 'query returned more than 10000 results');
    return { jsonrpc: '2.0', id, result: answer(view, method, params) };
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } };
  }
}

function summary(requests: readonly Request[]): string {
  const ends = requests.length > 1 ? [requests[0], requests.at(-1)] : requests;
  const params = ends.map((one) => JSON.stringify(one?.params)?.slice(0, 60)).join(' ');
  return `${[...new Set(requests.map(({ method }) => method.replace(/^eth_/, '')))].join('+')} x${requests.length} ${params}`;
}
