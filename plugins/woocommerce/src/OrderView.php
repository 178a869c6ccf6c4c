<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** What customers and the shop's owner see of a payment on the page of its order. */
final class OrderView
{
    /** A customer who comes back is faster than some webhooks: asks the service once, and shows what it knows. */
    public static function onReturn(): void
    {
        $orderId = absint(get_query_var('order-received'));
        $order = $orderId ? wc_get_order($orderId) : null;
        $key = isset($_GET['key']) ? sanitize_text_field(wp_unslash($_GET['key'])) : '';
        if (!$order instanceof \WC_Order || !hash_equals($order->get_order_key(), $key)) {
            return;
        }
        $payment = (new OrderRecord($order))->payment();
        if (!in_array($payment['status'] ?? '', ['pending', 'processing'], true)) {
            return;
        }
        try {
            self::refresh($orderId, $payment['mode'], $payment['payment_id']);
        } catch (Unreachable | ApiError $error) {
            wc_get_logger()->warning("Order {$orderId}: {$error->getMessage()}", ['source' => 'causeway']);
        }
    }

    private static function refresh(int $orderId, string $mode, string $paymentId): void
    {
        $payment = Api::in($mode)->get('/payments/' . rawurlencode($paymentId));
        OrderLock::with($orderId, static function (?\WC_Order $order) use ($mode, $payment): void {
            if ($order) {
                Outcome::ofPayment($order, $mode, $payment);
            }
        });
    }

    /** @param \WC_Order $order */
    public static function forCustomer($order): void
    {
        if ($order->get_payment_method() !== Gateway::ID || (new OrderRecord($order))->payment() === []) {
            return;
        }
        echo '<section class="causeway-payment"><h2>' . esc_html__('Payment', 'causeway-woocommerce') . '</h2>';
        self::table($order);
        $payment = (new OrderRecord($order))->payment();
        if ($payment['status'] === 'pending' && $order->needs_payment()) {
            $link = '<p><a class="button" href="%s">%s</a></p>';
            printf($link, esc_url($payment['checkout_url'] ?? ''), esc_html__('Go to the payment page', 'causeway-woocommerce'));
        }
        echo '</section>';
    }

    public static function addBox(): void
    {
        $screen = wc_get_page_screen_id('shop-order');
        add_meta_box('causeway', 'Causeway', [self::class, 'box'], $screen, 'side', 'high');
    }

    /** @param \WP_Post|\WC_Order $given by the storage of orders */
    public static function box($given): void
    {
        $order = $given instanceof \WC_Order ? $given : wc_get_order($given->ID);
        if (!$order instanceof \WC_Order || (new OrderRecord($order))->payment() === []) {
            echo '<p>' . esc_html__('This order has no payment in Causeway.', 'causeway-woocommerce') . '</p>';
            return;
        }
        self::table($order);
        $record = new OrderRecord($order);
        $url = Settings::dashboardUrl($record->mode(), $record->payment()['payment_id']);
        $link = '<p><a href="%s" target="_blank" rel="noopener">%s</a></p>';
        printf($link, esc_url($url), esc_html__('Open in Causeway', 'causeway-woocommerce'));
    }

    private static function table(\WC_Order $order): void
    {
        $payment = (new OrderRecord($order))->payment();
        $token = trim(($payment['token_amount'] ?? '') . ' ' . ($payment['token'] ?? ''));
        $rows = array_filter([
            __('State', 'causeway-woocommerce') => self::words()[$payment['status']] ?? $payment['status'],
            __('Paid with', 'causeway-woocommerce') => $token === '' ? '' : $token . ' (' . ($payment['chain'] ?? '') . ')',
            __('Transaction', 'causeway-woocommerce') => $payment['tx_hash'] ?? '',
        ]);
        echo '<dl>';
        foreach ($rows as $name => $value) {
            printf('<dt>%s</dt><dd style="overflow-wrap:anywhere">%s</dd>', esc_html($name), esc_html($value));
        }
        echo '</dl>';
    }

    /** @return array<string, string> */
    private static function words(): array
    {
        return [
            'pending' => __('Waiting for the payment', 'causeway-woocommerce'),
            'processing' => __('Waiting for confirmations', 'causeway-woocommerce'),
            'completed' => __('Paid', 'causeway-woocommerce'),
            'failed' => __('The transaction failed', 'causeway-woocommerce'),
            'expired' => __('The time to pay is over', 'causeway-woocommerce'),
            'refunded' => __('Refunded', 'causeway-woocommerce'),
            'partially_refunded' => __('Partly refunded', 'causeway-woocommerce'),
        ];
    }
}
