<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** One request at a time changes what an order knows about its payments. */
final class OrderLock
{
    private const WAIT_SECONDS = 8;

    /**
     * Runs `$work` with the order as it is in the database once the lock is held, or with null if there is none.
     *
     * @template T
     * @param callable(\WC_Order|null): T $work
     * @return T
     */
    public static function with(int $orderId, callable $work): mixed
    {
        global $wpdb;
        // Locks belong to the whole database server, which other shops may share.
        $name = 'causeway:' . md5(DB_NAME . ':' . $wpdb->prefix . ':' . $orderId);
        $got = $wpdb->get_var($wpdb->prepare('SELECT GET_LOCK(%s, %d)', $name, self::WAIT_SECONDS));
        if ($got !== '1') {
            throw new Unreachable("Order {$orderId} is being changed by another request.");
        }
        try {
            return $work(self::fresh($orderId));
        } finally {
            $wpdb->query($wpdb->prepare('SELECT RELEASE_LOCK(%s)', $name));
        }
    }

    private static function fresh(int $orderId): ?\WC_Order
    {
        $store = \WC_Data_Store::load('order');
        if ($store->has_callable('clear_cached_data')) {
            $store->clear_cached_data([$orderId]);
        }
        $order = wc_get_order($orderId);
        if (!$order instanceof \WC_Order) {
            return null;
        }
        $order->read_meta_data(true);
        return $order;
    }
}
