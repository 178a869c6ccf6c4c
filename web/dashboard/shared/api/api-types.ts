import type { paths as PublicPaths } from '../../../../sdk/src/generated/openapi.ts';
import type { paths as OwnPaths } from '../../generated/openapi.ts';
import type { Metadata } from '../fields/metadata.ts';

/** Types of every request the dashboard can send, from the OpenAPI documents of the public API and of its own. */

type Paths = PublicPaths & OwnPaths;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A path of the API, as its document writes it: `/api/v1/payments/{payment_id}`. */
export type ApiPath = keyof Paths;

/** Paths that have this method. */
export type PathWith<M extends Method> = {
  [P in ApiPath]: Paths[P] extends Record<M, object> ? P : never;
}[ApiPath];

type Operation<P extends ApiPath, M extends Method> = Paths[P] extends Record<M, infer Found> ? Found : never;
type ParametersOf<P extends ApiPath, M extends Method> =
  Operation<P, M> extends { parameters: infer Found } ? Found : never;
type JsonOf<Part> = Part extends { content: { 'application/json': infer Json } } ? Json : never;

/** The `data` of a success. */
export type Answer<P extends ApiPath, M extends Method> =
  Operation<P, M> extends { responses: infer Responses }
    ? JsonOf<Responses[keyof Responses]> extends { data: infer Data }
      ? Data
      : never
    : never;

export type Item<P extends ApiPath> = Answer<P, 'get'> extends readonly (infer Found)[] ? Found : never;

/** The body of a request. */
export type Body<P extends ApiPath, M extends Method> =
  Operation<P, M> extends { requestBody: infer Part } ? JsonOf<Part> : never;

/** A body as people typed it into a form: its fields are known, and the API checks the values. Null removes one. */
export type Typed<Json> = { [Name in keyof Json]?: TypedValue<Json[Name]> | null | undefined };
type TypedValue<Value> = Value extends string
  ? string
  : Value extends number
    ? number | string
    : Value extends readonly (infer Each)[]
      ? TypedValue<Each>[]
      : Value extends object
        ? string extends keyof Value
          ? Metadata
          : Typed<Value>
        : Value;

/** Filters come from the URL of the page: their names are known, and the API checks the values. */
type Filters<Given> = { [Name in keyof Given]: FilterValue<Given[Name]> | undefined };
type FilterValue<Value> = Value extends string ? string : Value;

/** What a request can carry, whatever its path. */
export interface AnyRequest {
  /** Ids in the path. */
  path?: Record<string, string>;
  query?: object;
  body?: object;
  /** Instead of the body: `Typed`. */
  form?: object;
  /** One per user action, reused by its retries. */
  idempotencyKey?: string;
  /** False to throw UNAUTHORIZED instead of asking the user to sign in. */
  waitForSignIn?: boolean;
}

type WithIds<Given> = Given extends { path: infer Ids }
  ? { path: Record<keyof Ids, string> }
  : { path?: never };
type WithQuery<Given> = Given extends { query: infer Required }
  ? { query: Filters<Required> }
  : Given extends { query?: infer Optional }
    ? { query?: Filters<Optional> }
    : { query?: never };
type WithBody<Json> = [Json] extends [never]
  ? { body?: never; form?: never }
  : { body: Json; form?: never } | { form: Typed<Json>; body?: never };

/** What a request to this path carries. */
export type Request<P extends ApiPath, M extends Method> = AnyRequest &
  WithIds<ParametersOf<P, M>> &
  WithQuery<ParametersOf<P, M>> &
  WithBody<Body<P, M>>;

/** Refuses fields of a form that the body does not have. TypeScript itself only does so for literals. */
export type KnownFields<Form, P extends ApiPath, M extends Method> = {
  form?: Form & { [Name in Exclude<keyof Form, keyof Body<P, M>>]: never };
};

/** The filters of a list. */
export type QueryOf<P extends ApiPath> = WithQuery<ParametersOf<P, 'get'>>['query'];
