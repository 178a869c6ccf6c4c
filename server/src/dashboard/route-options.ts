import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchema,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import type { Permission } from '../lib/roles.ts';

/** Types of handlers: ids of the path, and the answer. Bodies and queries are unknown until they are parsed. */
interface DashboardTypes extends FastifyTypeProvider {
  validator: this['schema'] extends Ids<infer Name> ? Record<Name, string> : unknown;
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

/** An app whose handlers must answer what their route's schema says. */
export type DashboardApi = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  DashboardTypes
>;

/** What `pathIds` returns. */
type Ids<Name extends string> = TSchema & { pathIds: Name };

/** The ids in a path: `/keys/:key_id`. */
export function pathIds<Name extends string>(name: Name): Ids<Name> {
  return { ...Type.Object({ [name]: Type.String() }), pathIds: name };
}

/** A schema with a name in the OpenAPI document, and the type that it stands for. */
export function ref<Schema extends TSchema>({ name }: { name: string; schema: Schema }) {
  return Type.Unsafe<Static<Schema>>({ $ref: `${name}#` });
}

/** The `response` part of a schema. */
export function answer<Data extends TSchema>(data: Data) {
  return { response: { 200: Type.Object({ success: Type.Literal(true), data }) } };
}

export function created<Data extends TSchema>(data: Data) {
  return { response: { 201: Type.Object({ success: Type.Literal(true), data }) } };
}

export function listOf<Item extends TSchema>(item: Item) {
  const list = { success: Type.Literal(true), data: Type.Array(item), has_more: Type.Boolean() };
  return { response: { 200: Type.Object(list) } };
}

/**
 * Options of dashboard routes. Hidden from the public OpenAPI document; `server/scripts/openapi.ts` writes one of their own,
 * from which the types of the dashboard's client are generated. The operationId is the action in the audit log.
 */

/** Without a session. */
export function openRoute<Schema extends FastifySchema>(operationId: string, schema: Schema) {
  return { schema: { hide: true, operationId, ...schema }, config: { public: true } };
}

/** A member's own account: any role, also while the merchant is suspended. */
export function ownRoute<Schema extends FastifySchema>(operationId: string, schema: Schema) {
  const config = { permission: 'read', whileSuspended: true } as const;
  return { schema: { hide: true, operationId, ...schema }, config };
}

/** For members with this permission. */
export function memberRoute<Schema extends FastifySchema>(
  operationId: string,
  permission: Permission,
  schema: Schema,
) {
  return { schema: { hide: true, operationId, ...schema }, config: { permission } };
}
