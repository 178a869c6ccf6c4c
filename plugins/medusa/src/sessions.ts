import type { MedusaContainer } from '@medusajs/framework/types';
import { ContainerRegistrationKeys } from '@medusajs/framework/utils';
import { allConnections, type Connection } from './connection.ts';
import { cancelPayment } from './payments.ts';
import { isSessionData } from './session-data.ts';

/** What Medusa knows of a session. */
export interface Session {
  id: string;
  status: string;
  amount: number;
  currency_code: string;
  data: Record<string, unknown>;
  payment_collection_id: string;
  payment?: {
    id: string;
    captured_at: string | null;
    captures?: { id: string }[];
    data: Record<string, unknown>;
  } | null;
  payment_collection: {
    payments?: { id: string; captured_at: string | null }[];
    payment_sessions?: OpenSession[];
  };
}

interface OpenSession {
  id: string;
  data: Record<string, unknown>;
  payment?: { id: string } | null;
}

export async function findSession(container: MedusaContainer, id: string): Promise<Session | undefined> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'payment_session',
    fields: [
      'id',
      'status',
      'amount',
      'currency_code',
      'data',
      'payment_collection_id',
      'payment.id',
      'payment.captured_at',
      'payment.data',
      'payment.captures.id',
      'payment_collection.payments.id',
      'payment_collection.payments.captured_at',
      'payment_collection.payment_sessions.id',
      'payment_collection.payment_sessions.data',
      'payment_collection.payment_sessions.payment.id',
    ],
    filters: { id },
  });
  return data[0] as Session | undefined;
}

export interface Order {
  status: string;
  transactions?: { reference_id: string | null }[];
}

export async function findOrder(container: MedusaContainer, session: Session): Promise<Order | undefined> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'order_payment_collection',
    fields: ['order.id', 'order.status', 'order.transactions.reference_id'],
    filters: { payment_collection_id: session.payment_collection_id },
  });
  return (data as { order?: Order }[])[0]?.order;
}

/** Whether Medusa has captured the payment, and counts it for its order. It does so in two steps, and may stop in between. */
export function isRecorded({ payment }: Session, order: Order | undefined): boolean {
  if (!payment?.captured_at) return false;
  const counted = new Set(order?.transactions?.map(({ reference_id }) => reference_id));
  return !order || (payment.captures ?? []).every(({ id }) => counted.has(id));
}

/** Cancels what could still be paid of these sessions. Money that comes all the same is told to the owner by its event. */
export async function releaseSessions(
  container: MedusaContainer,
  connection: Connection,
  sessions: OpenSession[],
): Promise<void> {
  for (const { data, payment } of sessions) {
    if (payment || !isSessionData(data)) continue;
    try {
      await cancelPayment(connection, data);
    } catch (error) {
      const logger = container.resolve(ContainerRegistrationKeys.LOGGER);
      logger.warn(`Causeway: payment ${data.payment_id} could not be cancelled. ${String(error)}`);
    }
  }
}

/** The sessions of an order that was cancelled. Medusa itself only ends payments that were authorized. */
export async function releaseOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'order',
    fields: [
      'payment_collections.payment_sessions.id',
      'payment_collections.payment_sessions.data',
      'payment_collections.payment_sessions.payment.id',
    ],
    filters: { id: orderId },
  });
  const orders = data as { payment_collections?: { payment_sessions?: OpenSession[] }[] }[];
  const collections = orders.flatMap(({ payment_collections = [] }) => payment_collections);
  const sessions = collections.flatMap(({ payment_sessions = [] }) => payment_sessions);
  for (const connection of allConnections()) await releaseSessions(container, connection, sessions);
}
