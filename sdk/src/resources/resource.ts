import type { WithResponse } from '../answer.ts';
import type { RequestOptions } from '../options.ts';
import { List } from '../page.ts';
import type { Call, Transport } from '../transport.ts';

/** Base class of the resources: requests that return one object, lists, and files. */
export abstract class Resource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  protected async one<T>(call: Call): Promise<WithResponse<T>> {
    const { data, apiResponse } = await this.#transport.send(call);
    // The generated types describe the service's responses; they are not checked again here.
    return Object.defineProperty(data, 'apiResponse', { value: apiResponse }) as WithResponse<T>;
  }

  protected many<T>(
    path: string,
    params: object = {},
    options: RequestOptions | undefined,
    idOf: (item: T) => string,
  ): List<T> {
    return new List({ transport: this.#transport, path, params, options, idOf });
  }

  protected file(
    path: string,
    query: object | undefined,
    options: RequestOptions | undefined,
  ): Promise<ReadableStream<Uint8Array>> {
    return this.#transport.open({ method: 'GET', path, query, options });
  }
}
