import { until } from '../../../../server/test/support/process.ts';
import { patienceMs, type Shop } from './shop.ts';

export const causewayId = 'pp_causeway_causeway';

interface Session {
  id: string;
  provider_id: string;
  status: string;
  data: { payment_id: string; checkout_url: string; status: string };
}

interface Refund {
  refund_id: string;
  amount: string;
  status: string;
}

export interface Order {
  id: string;
  status: string;
  payment_status: string;
  summary: { paid_total: number; refunded_total: number };
  transactions?: { amount: number }[];
  payment_collections: {
    id: string;
    payment_sessions: Session[];
    payments: { id: string; provider_id: string; data: { payment_id: string; refunds: Refund[] } }[];
  }[];
}

/** What a storefront and the admin do, by their public routes. */
export function storeOf(shop: Shop) {
  const fields = [
    '*transactions',
    '*summary',
    '*payment_collections.payment_sessions',
    '*payment_collections.payments',
    '*payment_collections.payments.refunds',
  ].join(',');

  /** A cart with one mug, and where its payments are collected. */
  async function newCart(region_id = shop.regionId): Promise<{ cartId: string; collectionId: string }> {
    const { cart } = await shop.call<{ cart: { id: string } }>('POST', '/store/carts', {
      region_id,
      email: 'ada@example.com',
    });
    await shop.call('POST', `/store/carts/${cart.id}/line-items`, {
      variant_id: shop.variantId,
      quantity: 1,
    });
    const { payment_collection } = await shop.call<{ payment_collection: { id: string } }>(
      'POST',
      '/store/payment-collections',
      { cart_id: cart.id },
    );
    return { cartId: cart.id, collectionId: payment_collection.id };
  }

  /** Chooses a way to pay, and returns its session or the refusal. */
  async function choose(collectionId: string, provider_id = causewayId) {
    const path = `/store/payment-collections/${collectionId}/payment-sessions`;
    const answer = await shop.call<{ payment_collection?: { payment_sessions: Session[] } }>('POST', path, {
      provider_id,
    });
    const sessions = answer.payment_collection?.payment_sessions ?? [];
    return {
      sessions,
      message: answer.message,
      session: sessions.find((one) => one.provider_id === provider_id) as Session,
    };
  }

  const complete = (cartId: string) =>
    shop.call<{ order?: { id: string }; error?: { message: string } }>(
      'POST',
      `/store/carts/${cartId}/complete`,
    );

  const order = async (id: string) =>
    (await shop.call<{ order: Order }>('GET', `/admin/orders/${id}?fields=${fields}`)).order;

  /** An order that waits for its payment. */
  async function placeOrder() {
    const { cartId, collectionId } = await newCart();
    const { session } = await choose(collectionId);
    const placed = await complete(cartId);
    if (!placed.order) throw new Error(JSON.stringify(placed));
    return { cartId, collectionId, session, orderId: placed.order.id, paymentId: session.data.payment_id };
  }

  async function untilOrder(id: string, isSo: (order: Order) => boolean): Promise<Order> {
    let seen: Order | undefined;
    const look = async () => {
      seen = await order(id);
      return isSo(seen);
    };
    await until(look, patienceMs, () => `${JSON.stringify(seen)}\n${shop.log().slice(-3000)}`);
    return seen as Order;
  }

  const untilPaid = (id: string) =>
    untilOrder(id, ({ payment_status, summary }) => payment_status === 'captured' && summary.paid_total > 0);
  const simulate = (paymentId: string, outcome: 'complete' | 'fail' | 'expire') =>
    shop.causeway.call('POST', `/payments/${paymentId}/simulate`, { outcome });
  const payment = (id: string) => shop.causeway.call<{ status: string }>('GET', `/payments/${id}`);
  const setEndpoint = (status: 'enabled' | 'disabled') =>
    shop.causeway.call('PATCH', `/webhooks/endpoints/${shop.endpointId}`, { status });
  /** As the admin does it. The answer has a message if it was refused. */
  const refund = ({ payment_collections }: Order, amount: number) =>
    shop.call('POST', `/admin/payments/${payment_collections[0]?.payments[0]?.id}/refund`, { amount });
  const refundsOf = (paymentId: string) =>
    shop.causeway.call<Refund[]>('GET', `/refunds?payment_id=${paymentId}`);
  const untilTold = (text: string) =>
    until(
      () => shop.log().includes(text),
      patienceMs,
      () => shop.log().slice(-3000),
    );

  /** Until the proxy answers otherwise, the list of events holds these, the newest first. */
  function tellEvents(
    events: { id: string; type: string; created_at?: string; data: object }[],
    asked: string[] = [],
  ): void {
    const data = events.map((event) => ({ created_at: new Date().toISOString(), ...event }));
    const body = JSON.stringify({ success: true, data, has_more: false });
    shop.proxy.answer((request) => {
      if (!request.startsWith('GET /api/v1/events')) return undefined;
      asked.push(request);
      return { status: 200, type: 'application/json', body };
    });
  }

  return {
    newCart,
    choose,
    complete,
    order,
    placeOrder,
    untilOrder,
    untilPaid,
    simulate,
    payment,
    setEndpoint,
    refund,
    refundsOf,
    untilTold,
    tellEvents,
  };
}
