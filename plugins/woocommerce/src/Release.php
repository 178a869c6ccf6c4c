<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** Ends payments that nobody should pay any more, and keeps WooCommerce from cancelling what may still be paid. */
final class Release
{
    public const ACTION = 'causeway_release';
    private const RETRY_SECONDS = 300;
    private const MOST_TRIES = 24;
    private const GRACE_SECONDS = DAY_IN_SECONDS;

    /** An order that was cancelled, or goes on with another payment method, takes its pending payment with it. */
    public static function onStatusChange(int $orderId, string $from, string $to, \WC_Order $order): void
    {
        $elsewhere = $order->get_payment_method() !== Gateway::ID && $to !== 'pending';
        $paid = $order->is_paid() && $order->get_transaction_id() === '';
        if (($to === 'cancelled' || $elsewhere || $paid) && (new OrderRecord($order))->status() === 'pending') {
            self::run($orderId);
        }
    }

    /** A payment whose service cannot do it now is tried again later. Money that comes meanwhile is not lost: see Outcome. */
    public static function run(int $orderId, int $tries = 0): void
    {
        $order = wc_get_order($orderId);
        if (!$order instanceof \WC_Order) {
            return;
        }
        $record = new OrderRecord($order);
        if ($record->status() !== 'pending') {
            return;
        }
        try {
            self::cancel(Api::in($record->mode()), $record->payment()['payment_id']);
        } catch (Unreachable) {
            if ($tries < self::MOST_TRIES) {
                as_schedule_single_action(time() + self::RETRY_SECONDS, self::ACTION, [$orderId, $tries + 1], 'causeway');
            }
        }
    }

    /** True if the payment can no longer be paid. Throws Unreachable if that is to be tried again. */
    public static function cancel(Api $api, string $paymentId): bool
    {
        try {
            $api->post('/payments/' . rawurlencode($paymentId) . '/cancel');
            return true;
        } catch (ApiError $error) {
            if ($error->errorCode === 'RATE_LIMIT_EXCEEDED') {
                throw new Unreachable($error->getMessage());
            }
            // It is being paid, or was: its events tell the rest.
            if (!in_array($error->errorCode, ['PAYMENT_EXPIRED', 'PAYMENT_IN_PROGRESS', 'PAYMENT_ALREADY_COMPLETED'], true)) {
                wc_get_logger()->error("{$paymentId} could not be cancelled: {$error->getMessage()}", ['source' => 'causeway']);
            }
            return $error->errorCode === 'PAYMENT_EXPIRED';
        }
    }

    /** WooCommerce cancels unpaid orders to free their stock. While a payment is pending the customer may have sent the money. */
    public static function mayCancelUnpaid(bool $may, \WC_Order $order): bool
    {
        $payment = (new OrderRecord($order))->payment();
        if ($order->get_payment_method() !== Gateway::ID || !in_array($payment['status'] ?? '', ['pending', 'processing'], true)) {
            return $may;
        }
        $ends = strtotime($payment['expires_at'] ?? '') ?: 0;
        return $may && time() > $ends + self::GRACE_SECONDS;
    }
}
