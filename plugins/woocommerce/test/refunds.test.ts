import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../server/test/support/process.ts';
import { connect, patienceMs, type Shop, startShop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
  await connect(shop, { paid_status: 'processing' });
});
afterAll(() => shop?.stop());

async function paidOrder(total: string): Promise<{ id: number; paymentId: string }> {
  const placed = await shop.placeOrder(total);
  await shop.simulate(placed.paymentId, 'complete');
  await shop.untilOrder(placed.id, ({ status }) => status === 'processing');
  return placed;
}

/** As the order page does it. Returns the error message, or null. */
const refund = (id: number, amount: string, reason = '') =>
  shop.wp.php<string | null>(`
    $made = wc_create_refund(['order_id' => ${id}, 'amount' => '${amount}', 'reason' => '${reason}', 'refund_payment' => true]);
    return is_wp_error($made) ? $made->get_error_message() : null;`);

/** The same request, whose answer gets lost on its way back, as this filter of WordPress does it. */
const refundAndLose = (id: number, amount: string, lost: string) =>
  shop.wp.php<string>(`
    add_filter('http_response', static fn ($answer, $args, $url) => str_ends_with($url, '/refunds') ? ${lost} : $answer, 10, 3);
    $made = wc_create_refund(['order_id' => ${id}, 'amount' => '${amount}', 'refund_payment' => true]);
    return is_wp_error($made) ? $made->get_error_message() : '';`);

/** What the shop sees when a connection breaks. */
const cut = "new WP_Error('cut', 'cut off')";
/** What the service answers when it lost its database, maybe after it had made the refund. */
const unavailable = `['response' => ['code' => 503], 'body' => '{"success": false, "error": {"code": "SERVICE_UNAVAILABLE", "message": "Try again"}}'] + $answer`;

const about = (id: number) =>
  shop.wp.mails().filter(({ subject }) => subject.endsWith(`Order ${id} needs your attention`));

const refundsOf = (paymentId: string) =>
  shop.causeway.call<{ amount: string; status: string }[]>('GET', `/refunds?payment_id=${paymentId}`);

describe('a refund', () => {
  it('of a part, from the order page, is sent and its confirmation comes back', async () => {
    const { id, paymentId } = await paidOrder('30.00');
    const page = await shop.enter(`admin.php?page=wc-orders&action=edit&id=${id}`);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.locator('#refund_amount').fill('10.00');
    await page.locator('#refund_reason').fill('One was broken');
    page.on('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: /Refund .*10\.00.* via Causeway/ }).click();
    const order = await shop.untilOrder(id, ({ notes }) => notes.join().includes('is confirmed'));
    expect(order).toMatchObject({ status: 'processing', refunded: '10.00' });
    expect(await refundsOf(paymentId)).toMatchObject([{ amount: '10.00', reason: 'One was broken' }]);
  });

  it('of the rest ends the order as refunded', async () => {
    const { id, paymentId } = await paidOrder('30.00');
    expect(await refund(id, '10.00')).toBeNull();
    expect(await refund(id, '20.00')).toBeNull();
    const order = await shop.untilOrder(
      id,
      ({ notes }) => notes.filter((note) => note.includes('is confirmed')).length === 2,
    );
    expect(order).toMatchObject({ status: 'refunded', refunded: '30.00' });
    expect(await refundsOf(paymentId)).toHaveLength(2);
  });

  it('that fails is taken out of the order again, and the owner is told', async () => {
    const { id } = await paidOrder('6.67');
    expect(await refund(id, '0.01')).toBeNull();
    expect(await refund(id, '6.66')).toBeNull();
    const order = await shop.untilOrder(id, ({ notes }) => notes.join().includes('failed'));
    expect(order).toMatchObject({ status: 'processing', refunded: '0.01' });
    await until(
      () => shop.wp.mails().some(({ text }) => text.includes('The refund of 6.66 USD failed')),
      patienceMs,
    );
  });

  it('of more than was paid is refused with a reason, and changes nothing', async () => {
    const { id, paymentId } = await paidOrder('30.00');
    expect(await refund(id, '31.00')).toBe('Invalid refund amount.');
    // Refunded in Causeway meanwhile: the shop learns of it, and of what is left.
    await shop.causeway.call('POST', '/refunds', { payment_id: paymentId, amount: '25.00' });
    const order = await shop.untilOrder(id, ({ refunded }) => refunded === '25.00');
    expect(order.status).toBe('processing');
    expect(await refund(id, '6.00')).toBe('Invalid refund amount.');
  });

  it('whose answer was lost is not made twice', async () => {
    const { id, paymentId } = await paidOrder('30.00');
    const lost = await refundAndLose(id, '10.00', cut);
    expect(lost).toContain('it is not made twice');
    expect(await refund(id, '10.00')).toContain('An earlier refund had gone through');
    await shop.untilOrder(id, ({ notes }) => notes.join().includes('is confirmed'));
    expect(await refundsOf(paymentId)).toHaveLength(1);
    expect(await shop.order(id)).toMatchObject({ status: 'processing', refunded: '10.00' });
    expect(await refund(id, '5.00'), 'another one is possible then').toBeNull();
    expect((await refundsOf(paymentId)).map(({ amount }) => amount)).toEqual(['5.00', '10.00']);
  });

  it('of everything whose answer was lost is not made twice, and not called listed before it is', async () => {
    const { id, paymentId } = await paidOrder('10.00');
    await shop.setEndpoint('disabled');
    await refundAndLose(id, '10.00', cut);
    expect(await refund(id, '10.00')).toContain('An earlier refund is still being sent');
    expect(await shop.order(id)).toMatchObject({ refunded: '0.00' });
    await shop.setEndpoint('enabled');
    const isRefunded = async () => {
      await shop.poll();
      return (await shop.order(id)).status === 'refunded';
    };
    await until(isRefunded, patienceMs);
    expect(await shop.order(id)).toMatchObject({ refunded: '10.00' });
    expect(await refundsOf(paymentId)).toHaveLength(1);
  });

  it('whose answer was an error of the service is not made twice', async () => {
    const { id, paymentId } = await paidOrder('30.00');
    expect(await refundAndLose(id, '10.00', unavailable)).toContain('it is not made twice');
    expect(await refund(id, '5.00')).toContain('An earlier refund had gone through');
    expect(await refundsOf(paymentId)).toHaveLength(1);
    await shop.untilOrder(id, ({ refunded }) => refunded === '10.00');
  });

  it.each(['6.66', '5.55'])(
    'whose answer was lost, and that failed, is made anew when the owner asks for %s',
    async (next) => {
      const { id, paymentId } = await paidOrder('30.00');
      await refundAndLose(id, '6.66', cut);
      await until(() => about(id).length === 1, patienceMs);
      expect(about(id)[0]?.text).toContain('The refund of 6.66 USD failed');
      expect(await refund(id, next)).toBeNull();
      expect(await refundsOf(paymentId)).toMatchObject([{ amount: next }, { status: 'failed' }]);
      const end = next === '6.66' ? '0.00' : next;
      await shop.untilOrder(
        id,
        ({ refunded, notes }) => refunded === end && /failed.*failed|confirmed/s.test(notes.join('\n')),
      );
      expect(await refund(id, '1.00'), 'another one is possible then').toBeNull();
    },
  );

  it('that WooCommerce cannot count is told to the owner once, and its event is done', async () => {
    const { id, paymentId } = await shop.placeOrder('25.00');
    await shop.wp.php(`$order = wc_get_order(${id}); $order->set_total('20.00'); $order->save(); return 1;`);
    await shop.simulate(paymentId, 'complete');
    await shop.untilOrder(id, ({ status }) => status === 'on-hold');
    await shop.causeway.call('POST', '/refunds', { payment_id: paymentId });
    const order = await shop.untilOrder(id, ({ notes }) => notes.join().includes('is confirmed'));
    expect(order).toMatchObject({ status: 'on-hold', refunded: '0.00' });
    const text = `25.00 USD of payment ${paymentId} were refunded in Causeway, and WooCommerce does not count`;
    await shop.poll();
    expect(about(id).filter((mail) => mail.text.includes(text))).toHaveLength(1);
  });

  it('that was made in Causeway and by hand in WooCommerce is told to the owner', async () => {
    const { id, paymentId } = await paidOrder('30.00');
    await shop.wp.php(`wc_create_refund(['order_id' => ${id}, 'amount' => '30.00']); return 1;`);
    await shop.causeway.call('POST', '/refunds', { payment_id: paymentId });
    const order = await shop.untilOrder(id, ({ notes }) => notes.join().includes('is confirmed'));
    expect(order).toMatchObject({ status: 'refunded', refunded: '30.00' });
    expect(about(id)).toMatchObject([{ text: expect.stringContaining('WooCommerce does not count') }]);
  });

  it('while the service is down is not made, and works afterwards', async () => {
    const { id, paymentId } = await paidOrder('30.00');
    await shop.causeway.down();
    expect(await refund(id, '10.00')).toContain('it is not made twice');
    expect((await shop.order(id)).refunded).toBe('0.00');
    await shop.causeway.up();
    expect(await refund(id, '10.00')).toBeNull();
    expect(await refundsOf(paymentId)).toHaveLength(1);
  });
});
