import type { ApiResponse } from './answer.ts';
import type { RequestOptions } from './options.ts';
import type { Transport } from './transport.ts';

interface Cursors {
  starting_after?: string;
  ending_before?: string;
}

/** What a list needs to load its pages. */
export interface ListCall<T> {
  transport: Transport;
  path: string;
  params: Cursors;
  options: RequestOptions | undefined;
  idOf: (item: T) => string;
}

async function loadPage<T>(call: ListCall<T>): Promise<Page<T>> {
  const { transport, path, params, options } = call;
  const { data, hasMore, apiResponse } = await transport.send({
    method: 'GET',
    path,
    query: params,
    options,
  });
  // The generated types describe the service's responses; they are not checked again here.
  return new Page(call, data as T[], hasMore, apiResponse);
}

/**
 * One page of a list. Iterating over it continues with the following pages.
 *
 * @example
 * let page: Page<PaymentListItem> | null = await causeway.payments.list({ limit: 50 });
 * for (; page; page = await page.nextPage()) console.log(page.data.length);
 */
export class Page<T> implements AsyncIterable<T> {
  /** Newest first, also with `ending_before`. */
  readonly data: T[];
  /** Whether there are more items after this page, in the direction of the list. */
  readonly has_more: boolean;
  readonly apiResponse: ApiResponse;
  readonly #call: ListCall<T>;

  /** @internal */
  constructor(call: ListCall<T>, data: T[], hasMore: boolean, apiResponse: ApiResponse) {
    this.#call = call;
    this.data = data;
    this.has_more = hasMore;
    this.apiResponse = apiResponse;
  }

  /**
   * Loads the next page: older items, or newer ones if the list has `ending_before`. Resolves to null after the last page.
   *
   * @example
   * const second = await (await causeway.payments.list()).nextPage();
   */
  async nextPage(): Promise<Page<T> | null> {
    const backward = this.#call.params.ending_before !== undefined;
    const last = this.data.at(backward ? 0 : -1);
    if (!this.has_more || last === undefined) return null;
    const cursor = backward ? 'ending_before' : 'starting_after';
    return loadPage({ ...this.#call, params: { ...this.#call.params, [cursor]: this.#call.idOf(last) } });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const backward = this.#call.params.ending_before !== undefined;
    for (let page: Page<T> | null = this; page; page = await page.nextPage()) {
      yield* backward ? [...page.data].reverse() : page.data;
    }
  }
}

/**
 * A lazy list: `await` it for the first page, or iterate with `for await` over all items; pages are loaded as needed.
 * Items go from newest to oldest, starting after `starting_after` if given; with `ending_before`, from that item to newer
 * ones. Each `await` or `for await` sends new requests.
 *
 * @example
 * for await (const payment of causeway.payments.list({ limit: 100 })) console.log(payment.payment_id);
 *
 * @example
 * const newer: List<PaymentListItem> = causeway.payments.list({ ending_before: lastSeenId });
 * for await (const payment of newer) remember(payment);
 */
export class List<T> implements PromiseLike<Page<T>>, AsyncIterable<T> {
  readonly #call: ListCall<T>;

  /** @internal */
  constructor(call: ListCall<T>) {
    this.#call = call;
  }

  // biome-ignore lint/suspicious/noThenProperty: a list is meant to be awaited
  then<Fulfilled = Page<T>, Rejected = never>(
    onfulfilled?: ((page: Page<T>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onrejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return loadPage(this.#call).then(onfulfilled, onrejected);
  }

  catch<Rejected = never>(
    onrejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Page<T> | Rejected> {
    return loadPage(this.#call).catch(onrejected);
  }

  finally(onfinally?: (() => void) | null): Promise<Page<T>> {
    return loadPage(this.#call).finally(onfinally);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* await this;
  }
}
