<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/**
 * What a payment does to its order. Called under the order's lock, with what an event or the API says. Telling it the same
 * again changes nothing. An order is never cancelled here: WooCommerce does that with orders that stay unpaid.
 */
final class Outcome
{
    public static function ofPayment(\WC_Order $order, string $mode, array $payment): void
    {
        $record = new OrderRecord($order);
        $before = $record->status();
        $paid = in_array($payment['status'], ['completed', 'partially_refunded', 'refunded'], true);
        $news = $record->learn($mode, $payment);
        if ($paid) {
            self::paid($order, $payment);
        } elseif ($news && $before !== $payment['status']) {
            self::unpaid($order, $payment);
        }
        $order->save();
    }

    /** Only an order that still waits for this very payment method moves. */
    private static function unpaid(\WC_Order $order, array $payment): void
    {
        if ($order->get_payment_method() !== Gateway::ID) {
            return;
        }
        $status = $order->get_status();
        if ($payment['status'] === 'processing' && in_array($status, ['pending', 'failed'], true)) {
            $order->set_status('on-hold', __('The transaction was seen and waits for confirmations.', 'causeway-woocommerce'));
        }
        if ($payment['status'] === 'failed' && in_array($status, ['pending', 'on-hold'], true)) {
            $note = __('The transaction failed. The order waits for another payment.', 'causeway-woocommerce');
            $status === 'pending' ? $order->add_order_note($note) : $order->set_status('pending', $note);
        }
        if ($payment['status'] === 'expired' && $status === 'pending') {
            $order->add_order_note(
                __('The time to pay is over. The customer can pay again as long as the order is open.', 'causeway-woocommerce')
            );
        }
    }

    private static function paid(\WC_Order $order, array $payment): void
    {
        $id = (string) $payment['payment_id'];
        if ($order->get_transaction_id() === $id || $order->get_meta('_causeway_extra_payment') === $id) {
            return;
        }
        $sum = "{$payment['amount']} {$payment['currency']}";
        if ($order->is_paid() || $order->has_status('refunded')) {
            $order->update_meta_data('_causeway_extra_payment', $id);
            /* translators: 1: amount with currency, 2: id of a payment */
            $text = __('%1$s came by payment %2$s although the order was paid before. Refund it in Causeway.', 'causeway-woocommerce');
            Alert::about($order, sprintf($text, $sum, $id));
            return;
        }
        $wasCancelled = !$order->has_status(['pending', 'failed', 'on-hold', 'checkout-draft']);
        $other = !Money::same($payment['amount'], $order->get_total()) || $payment['currency'] !== $order->get_currency();
        if ($order->get_payment_method() !== Gateway::ID) {
            $order->set_payment_method(Gateway::ID);
            $order->set_payment_method_title(Gateway::titleForCustomers());
        }
        if (!$wasCancelled && !$other) {
            if (!$order->payment_complete($id)) {
                throw new \RuntimeException('WooCommerce could not complete the payment: see its log.');
            }
            $order->update_meta_data('_causeway_paid_status', $order->get_status());
            return;
        }
        self::hold($order, $id, $wasCancelled
            /* translators: 1: amount with currency, 2: id of a payment */
            ? sprintf(__('%1$s came by payment %2$s after the order was cancelled. Deliver the order or refund it.', 'causeway-woocommerce'), $sum, $id)
            /* translators: 1: amount with currency, 2: id of a payment */
            : sprintf(__('%1$s came by payment %2$s, which is not the total of the order. Compare them before you deliver.', 'causeway-woocommerce'), $sum, $id));
    }

    /** The money is there and can be refunded from the order, but a person decides what becomes of the order. */
    private static function hold(\WC_Order $order, string $paymentId, string $text): void
    {
        $order->set_transaction_id($paymentId);
        $order->set_date_paid(time());
        $order->update_meta_data('_causeway_paid_status', 'processing');
        $order->set_status('on-hold');
        Alert::about($order, $text);
    }

    /** Money that was not counted for the payment: too much, too little, too late, another token. */
    public static function ofUnapplied(\WC_Order $order, array $data): void
    {
        /* translators: 1: amount and token, 2: chain, 3: reason in one word, 4: transaction */
        $text = __('%1$s arrived on %2$s and was not counted for the order (%3$s). Transaction: %4$s. Return or keep it under "Unapplied money" in Causeway.', 'causeway-woocommerce');
        Alert::about($order, sprintf(
            $text,
            "{$data['token_amount']} {$data['token']}",
            $data['chain'],
            $data['reason'],
            $data['tx_hash'] ?? '–'
        ));
        $order->save();
    }

    public static function ofReversal(\WC_Order $order): void
    {
        if ($order->has_status('processing')) {
            $order->set_status('on-hold');
        }
        Alert::about($order, __('The chain took the payment back. Do not deliver what you have not delivered yet.', 'causeway-woocommerce'));
        $order->save();
    }
}
