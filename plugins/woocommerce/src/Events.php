<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** Finds the order of an event and hands the event on, once for each event. Webhooks and the poll come through here. */
final class Events
{
    public const TYPES = [
        'payment.processing', 'payment.completed', 'payment.failed', 'payment.expired', 'payment.funds_unapplied',
        'payment.reversed', 'refund.completed', 'refund.waiting', 'refund.failed',
    ];

    /** @return string what was done, for the delivery history of the service */
    public static function handle(string $mode, array $event): string
    {
        $data = $event['data'];
        $paymentId = (string) ($data['payment_id'] ?? '');
        if (!in_array($event['type'] ?? '', self::TYPES, true) || $paymentId === '') {
            return 'not for this shop';
        }
        $known = self::orderWith($mode, $paymentId);
        $reference = (string) ($data['reference_id'] ?? '');
        if ($known === 0 && $reference === '') {
            $payment = self::payment($mode, $paymentId);
            $reference = (string) ($payment['reference_id'] ?? '');
            $data += ['metadata' => $payment['metadata'] ?? []];
        }
        [$orderId, $startedIn] = OrderRecord::parseReference($reference);
        if ($known === 0 && ($orderId === 0 || $startedIn !== $mode)) {
            return 'not for this shop';
        }
        // Test money pays nothing in a shop that has gone live.
        if ($mode === 'test' && Settings::mode() !== 'test') {
            return 'ignored: the shop is in live mode';
        }
        return OrderLock::with($known ?: $orderId, static fn (?\WC_Order $order) => self::apply(
            $order,
            $mode,
            ['data' => $data, 'reference' => $reference] + $event
        ));
    }

    private static function apply(?\WC_Order $order, string $mode, array $event): string
    {
        $data = $event['data'];
        $record = $order ? new OrderRecord($order) : null;
        if (!$record || !($record->hasPayment($mode, $data['payment_id']) || $record->owns($event['reference']))) {
            return self::withoutOrder($event, $order !== null);
        }
        if ($record->hasEvent($event['id'])) {
            return 'already handled';
        }
        match (true) {
            str_starts_with($event['type'], 'refund.') => Refunds::onEvent($order, $event['type'], $data),
            $event['type'] === 'payment.funds_unapplied' => Outcome::ofUnapplied($order, $data),
            $event['type'] === 'payment.reversed' => Outcome::ofReversal($order),
            default => Outcome::ofPayment($order, $mode, $data),
        };
        // After its effects: if this process dies in between, they are repeated, which changes nothing.
        $record->addEvent($event['id']);
        $order->save_meta_data();
        return 'handled';
    }

    /** Money for an order that somebody has deleted is told to the owner; orders of another shop are not our business. */
    private static function withoutOrder(array $event, bool $isOther): string
    {
        $data = $event['data'];
        if (!$isOther && $event['type'] === 'payment.completed' && ($data['metadata']['shop'] ?? '') === home_url()) {
            Alert::mail(
                __('A payment came for an order that was deleted', 'causeway-woocommerce'),
                /* translators: 1: amount with currency, 2: id of a payment, 3: order number */
                sprintf(__('%1$s came by payment %2$s for order %3$s, which does not exist any more. Refund it in Causeway.', 'causeway-woocommerce'), "{$data['amount']} {$data['currency']}", $data['payment_id'], $data['metadata']['order_id'] ?? '')
            );
        }
        return 'not for this shop';
    }

    /** The order that knows this payment in this mode, or 0. */
    private static function orderWith(string $mode, string $paymentId): int
    {
        $found = wc_get_orders([
            'limit' => 1,
            'return' => 'ids',
            'type' => 'shop_order',
            'status' => 'any',
            'meta_key' => '_causeway_payment_id',
            'meta_value' => "{$mode}:{$paymentId}",
        ]);
        $order = $found ? wc_get_order($found[0]) : null;
        // Some order storages ignore meta data they do not know, and return any order.
        $isIt = $order instanceof \WC_Order && (new OrderRecord($order))->hasPayment($mode, $paymentId);
        return $isIt ? $order->get_id() : 0;
    }

    private static function payment(string $mode, string $paymentId): array
    {
        try {
            return Api::in($mode)->get('/payments/' . rawurlencode($paymentId));
        } catch (ApiError $error) {
            if ($error->errorCode === 'PAYMENT_NOT_FOUND') {
                return [];
            }
            throw $error;
        }
    }
}
