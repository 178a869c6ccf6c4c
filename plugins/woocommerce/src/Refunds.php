<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** Refunds that the shop asks for, and what becomes of refunds. WooCommerce's refund carries the id of the service's. */
final class Refunds
{
    /** Asks for a refund of the order's payment. Throws with a text for the person who clicked. */
    public static function request(int $orderId, string $amount, string $reason): void
    {
        OrderLock::with($orderId, static function (?\WC_Order $order) use ($amount, $reason): void {
            if (!$order || $order->get_transaction_id() === '') {
                throw new \RuntimeException(__('This order has no payment to refund.', 'causeway-woocommerce'));
            }
            $record = new OrderRecord($order);
            $api = Api::in($record->mode());
            if ($order->get_meta('_causeway_refund_unknown') !== '' && self::findUnknown($api, $order)) {
                throw new \RuntimeException(self::hadGoneThrough());
            }
            $refund = self::newest($order, $amount);
            $made = self::ask($api, $order, $amount, $reason);
            $refund?->update_meta_data('_causeway_refund_id', $made['refund_id']);
            $refund?->save_meta_data();
            /* translators: 1: amount with currency, 2: id of a refund */
            $note = __('Refund of %1$s started (%2$s).', 'causeway-woocommerce');
            $order->add_order_note(sprintf($note, "{$made['amount']} {$made['currency']}", $made['refund_id']));
        });
    }

    /** The key changes only once the outcome is known, so that a second click after a lost answer refunds nothing twice. */
    private static function ask(Api $api, \WC_Order $order, string $amount, string $reason): array
    {
        $number = (int) $order->get_meta('_causeway_refunds') + 1;
        $isRetry = $order->get_meta('_causeway_refund_unknown') !== '';
        $order->update_meta_data('_causeway_refund_unknown', wp_json_encode(self::known($order)));
        $order->save_meta_data();
        $body = ['payment_id' => $order->get_transaction_id(), 'amount' => $amount];
        if ($reason !== '') {
            $body['reason'] = mb_substr($reason, 0, 500);
        }
        try {
            $made = $api->post('/refunds', $body, "{$order->get_transaction_id()}-refund-{$number}");
        } catch (ApiError $error) {
            if (!$isRetry || $error->errorCode !== 'IDEMPOTENCY_CONFLICT') {
                self::settle($order, $number - 1);
                throw $error;
            }
            // The lost request had asked for something else. It is in the list by now, or it has failed.
            if (self::findUnknown($api, $order)) {
                throw new \RuntimeException(self::hadGoneThrough());
            }
            $made = null;
        }
        // To a retry the service repeats its first answer, whatever has become of that refund.
        if ($made === null || ($isRetry && self::hasFailed($api, $made['refund_id']))) {
            self::settle($order, $number);
            return self::ask($api, $order, $amount, $reason);
        }
        self::settle($order, $number);
        return $made;
    }

    private static function hasFailed(Api $api, string $refundId): bool
    {
        return $api->get('/refunds/' . rawurlencode($refundId))['status'] === 'failed';
    }

    private static function hadGoneThrough(): string
    {
        return __('An earlier refund had gone through after all and is in the list now. Load the page again before you refund more.', 'causeway-woocommerce');
    }

    private static function settle(\WC_Order $order, int $number): void
    {
        $order->update_meta_data('_causeway_refunds', (string) $number);
        $order->delete_meta_data('_causeway_refund_unknown');
        $order->save_meta_data();
    }

    /**
     * Takes over a refund whose answer was lost, unless its event has done so. True if the order knows one more than before it. Throws if
     * WooCommerce cannot count it yet.
     */
    private static function findUnknown(Api $api, \WC_Order $order): bool
    {
        $query = '/refunds?limit=100&payment_id=' . rawurlencode($order->get_transaction_id());
        foreach ($api->get($query) as $refund) {
            $isKnown = in_array($refund['refund_id'], self::known($order), true);
            // While somebody refunds everything, WooCommerce counts that already: the event of the lost one comes after it.
            if ($refund['status'] !== 'failed' && !$isKnown && is_wp_error(self::adopt($order, $refund))) {
                throw new \RuntimeException(__('An earlier refund is still being sent. Try again when it is confirmed.', 'causeway-woocommerce'));
            }
        }
        $before = json_decode((string) $order->get_meta('_causeway_refund_unknown'), true) ?? [];
        if (array_diff(self::known($order), $before) === []) {
            return false;
        }
        self::settle($order, (int) $order->get_meta('_causeway_refunds') + 1);
        return true;
    }

    /** Refunds of the service that the order knows. @return list<string> */
    private static function known(\WC_Order $order): array
    {
        $counted = array_map(static fn (\WC_Order_Refund $refund) => $refund->get_meta('_causeway_refund_id'), self::all($order));
        return [...array_values(array_filter($counted)), ...self::uncounted($order)];
    }

    public static function onEvent(\WC_Order $order, string $type, array $data): void
    {
        $sum = "{$data['amount']} {$data['currency']}";
        if ($type === 'refund.waiting') {
            /* translators: %s: amount with currency */
            Alert::about($order, sprintf(__('The refund of %s waits until your balance in Causeway covers it.', 'causeway-woocommerce'), $sum));
            return;
        }
        if ($type === 'refund.failed') {
            self::undo($order, self::with($order, $data['refund_id']), $sum, (string) ($data['failure_message'] ?? ''));
            return;
        }
        // The refund of a second payment for the order gives back money that the order never counted.
        if ($data['payment_id'] === $order->get_transaction_id()) {
            $refund = self::with($order, $data['refund_id']) ?? self::adopt($order, $data);
            if (is_wp_error($refund)) {
                self::leaveUncounted($order, $data, $refund->get_error_message());
            } else {
                $refund->update_meta_data('_causeway_refund_tx', (string) ($data['tx_hash'] ?? ''));
                $refund->save_meta_data();
            }
        }
        /* translators: 1: amount with currency, 2: transaction */
        $order->add_order_note(sprintf(__('Refund of %1$s is confirmed. Transaction: %2$s.', 'causeway-woocommerce'), $sum, $data['tx_hash'] ?? '–'));
    }

    /** A refund that was made in Causeway, or whose answer was lost, is recorded in the shop too. */
    private static function adopt(\WC_Order $order, array $data): \WC_Order_Refund|\WP_Error
    {
        // Marked before it is saved: a refund without its id would be taken over again.
        $mark = static fn (\WC_Order_Refund $refund) => $refund->update_meta_data('_causeway_refund_id', $data['refund_id']);
        add_action('woocommerce_create_refund', $mark);
        $refund = wc_create_refund([
            'order_id' => $order->get_id(),
            'amount' => $data['amount'],
            'reason' => (string) ($data['reason'] ?? __('Refunded in Causeway', 'causeway-woocommerce')),
            'refund_payment' => false,
        ]);
        remove_action('woocommerce_create_refund', $mark);
        return $refund;
    }

    /** The money is sent, and WooCommerce refuses to count it: its total was changed, or somebody refunded there by hand. */
    private static function leaveUncounted(\WC_Order $order, array $data, string $why): void
    {
        if (in_array($data['refund_id'], self::uncounted($order), true)) {
            return;
        }
        $order->add_meta_data('_causeway_refund_uncounted', $data['refund_id']);
        $order->save_meta_data();
        /* translators: 1: amount with currency, 2: id of a payment, 3: reason */
        $text = __('%1$s of payment %2$s were refunded in Causeway, and WooCommerce does not count them (%3$s). The money is sent: do not refund it again.', 'causeway-woocommerce');
        Alert::about($order, sprintf($text, "{$data['amount']} {$data['currency']}", $data['payment_id'], rtrim($why, '.')));
    }

    /** @return list<string> */
    private static function uncounted(\WC_Order $order): array
    {
        return array_map(static fn ($meta) => (string) $meta->value, array_values($order->get_meta('_causeway_refund_uncounted', false)));
    }

    /** No money moved: WooCommerce's refund goes, and the order is what it was. */
    private static function undo(\WC_Order $order, ?\WC_Order_Refund $refund, string $sum, string $why): void
    {
        if ($refund && $order->has_status('refunded')) {
            $order->set_status($order->get_meta('_causeway_paid_status') ?: 'processing');
            $order->save();
        }
        $refund?->delete(true);
        /* translators: 1: amount with currency, 2: reason */
        $text = __('The refund of %1$s failed: %2$s Nothing was sent. If items were restocked, take them out of stock again.', 'causeway-woocommerce');
        Alert::about($order, sprintf($text, $sum, $why));
    }

    private static function with(\WC_Order $order, string $refundId): ?\WC_Order_Refund
    {
        foreach (self::all($order) as $refund) {
            if ($refund->get_meta('_causeway_refund_id') === $refundId) {
                return $refund;
            }
        }
        return null;
    }

    /** WooCommerce creates its refund first and does not say which: the newest of this amount without an id of ours. */
    private static function newest(\WC_Order $order, string $amount): ?\WC_Order_Refund
    {
        foreach (self::all($order) as $refund) {
            if ($refund->get_meta('_causeway_refund_id') === '' && Money::same($refund->get_amount(), $amount)) {
                return $refund;
            }
        }
        return null;
    }

    /** Read anew: the order remembers those it had when it was loaded. @return list<\WC_Order_Refund> */
    private static function all(\WC_Order $order): array
    {
        return wc_get_orders(['type' => 'shop_order_refund', 'parent' => $order->get_id(), 'limit' => -1]);
    }
}
