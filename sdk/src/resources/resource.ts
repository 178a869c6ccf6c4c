import type { WithResponse } from '../answer.ts';
import type { RequestOptions } from '../options.ts';
import { List } from '../page.ts';
import type { Call, Transport } from '../transport.ts';

/** What the resources share: a call that answers with one object, and one that answers with a list. */
export abstract class Resource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  protected async one<T>(call: Call): Promise<WithResponse<T>> {
    const { data, apiResponse } = await this.#transport.send(call);
    // The service's word for the shape of its answers is the generated types.
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
}
