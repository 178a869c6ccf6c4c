<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** Where a customer goes to pay an order: one pending payment for an order, whatever was clicked or lost before. */
final class PaymentStart
{
    /** A customer needs some time to pay. */
    private const LEAST_SECONDS = 300;
    private const LANGUAGES = ['en', 'es', 'fr', 'de', 'ja', 'ko', 'zh'];

    /** @return string the URL to redirect to */
    public static function url(int $orderId, string $returnUrl): string
    {
        return OrderLock::with($orderId, static function (?\WC_Order $order) use ($returnUrl): string {
            if (!$order) {
                throw new \RuntimeException('The order does not exist.');
            }
            return (new self($order, $returnUrl))->start();
        });
    }

    private readonly OrderRecord $record;
    private readonly string $mode;
    private readonly Api $api;

    private function __construct(private readonly \WC_Order $order, private readonly string $returnUrl)
    {
        $this->record = new OrderRecord($order);
        $this->mode = Settings::mode();
        $this->api = Api::in($this->mode);
    }

    private function start(): string
    {
        $reference = $this->record->reference($this->mode);
        if ($reference !== '') {
            $newest = $this->api->get('/payments?limit=1&reference_id=' . rawurlencode($reference))[0] ?? null;
            // The answer to the last attempt was lost on its way there: it is made again.
            if ($newest === null) {
                return $this->create($reference);
            }
            $url = $this->reuse($this->api->get('/payments/' . rawurlencode($newest['payment_id'])));
            if ($url !== null) {
                return $url;
            }
        }
        return $this->create($this->record->beginAttempt($this->mode));
    }

    /** The URL at which this payment goes on, or null if the order needs another. */
    private function reuse(array $payment): ?string
    {
        Outcome::ofPayment($this->order, $this->mode, $payment);
        if (in_array($payment['status'], ['completed', 'partially_refunded', 'refunded'], true)) {
            return $this->returnUrl;
        }
        if ($payment['status'] === 'processing') {
            return $payment['checkout_url'];
        }
        if ($payment['status'] !== 'pending') {
            return null;
        }
        $asked = Money::same($payment['amount'], $this->order->get_total())
            && $payment['currency'] === $this->order->get_currency();
        if ($asked && strtotime($payment['expires_at']) > time() + self::LEAST_SECONDS) {
            return $payment['checkout_url'];
        }
        return Release::cancel($this->api, $payment['payment_id']) ? null : $payment['checkout_url'];
    }

    private function create(string $reference): string
    {
        $payment = $this->api->post('/payments', $this->body($reference), $reference);
        $this->record->learn($this->mode, $payment);
        $this->order->save_meta_data();
        return $payment['checkout_url'];
    }

    private function body(string $reference): array
    {
        $amount = Money::exact($this->order->get_total());
        if ($amount === null) {
            throw new \DomainException('The total of the order has more than two decimals.');
        }
        $language = substr(determine_locale(), 0, 2);
        /* translators: 1: order number, 2: name of the shop */
        $description = sprintf(
            __('Order %1$s at %2$s', 'causeway-woocommerce'),
            $this->order->get_order_number(),
            wp_specialchars_decode(get_bloginfo('name'), ENT_QUOTES)
        );
        $email = $this->order->get_billing_email();
        return array_filter([
            'amount' => $amount,
            'currency' => $this->order->get_currency(),
            'description' => mb_substr($description, 0, 500),
            'reference_id' => $reference,
            'metadata' => ['order_id' => (string) $this->order->get_id(), 'shop' => mb_substr(home_url(), 0, 500)],
            'redirect_url' => $this->accepted($this->returnUrl),
            'cancel_url' => $this->accepted($this->cancelUrl()),
            'customer_email' => is_email($email) ? $email : null,
            'checkout_options' => in_array($language, self::LANGUAGES, true) ? ['locale' => $language] : null,
        ]);
    }

    /** Back to where the customer chose crypto. Nothing is cancelled by going there. */
    private function cancelUrl(): string
    {
        return is_checkout_pay_page() ? $this->order->get_checkout_payment_url() : wc_get_checkout_url();
    }

    /** The service takes no other URLs. Customers of a shop elsewhere without HTTPS end at the checkout. */
    private function accepted(string $url): ?string
    {
        $isLocal = preg_match('~^http://(localhost|127\.0\.0\.1|\[::1\])([:/?]|$)~', $url) === 1;
        return str_starts_with($url, 'https://') || ($isLocal && $this->mode === 'test') ? $url : null;
    }
}
