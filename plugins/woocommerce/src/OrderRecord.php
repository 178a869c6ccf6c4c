<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** What an order knows about its payments, kept in the order's meta data. */
final class OrderRecord
{
    private const RANK = [
        'pending' => 0, 'processing' => 1, 'failed' => 2, 'expired' => 2,
        'completed' => 3, 'partially_refunded' => 3, 'refunded' => 3,
    ];

    public function __construct(private readonly \WC_Order $order)
    {
    }

    /** The reference of the newest attempt in this mode that is the newest of all, or ''. */
    public function reference(string $mode): string
    {
        $attempt = (string) $this->order->get_meta('_causeway_attempt');
        return str_starts_with($attempt, "{$mode}-") ? $this->stem() . $attempt : '';
    }

    /** True if the reference belongs to an attempt to pay this very order, and not one of a copy of the shop. */
    public function owns(string $reference): bool
    {
        return str_starts_with($reference, $this->stem());
    }

    /** Two shops that share a merchant, and a shop and its copy, give the same numbers to different orders. */
    private function stem(): string
    {
        $hash = substr(hash('sha256', $this->order->get_order_key()), 0, 12);
        return "woo-{$this->order->get_id()}-{$hash}-";
    }

    /** @return array{int, string} the number of the order and the mode in a reference of ours, or 0 and '' */
    public static function parseReference(string $reference): array
    {
        return preg_match('/^woo-(\d+)-[0-9a-f]{12}-(test|live)-\d+$/', $reference, $parts)
            ? [(int) $parts[1], $parts[2]]
            : [0, ''];
    }

    /** Saved before the request, so that a retry after a lost answer repeats the same attempt. */
    public function beginAttempt(string $mode): string
    {
        $last = (int) preg_replace('/^\w+-/', '', (string) $this->order->get_meta('_causeway_attempt'));
        $this->order->update_meta_data('_causeway_attempt', "{$mode}-" . ($last + 1));
        $this->order->save_meta_data();
        return $this->reference($mode);
    }

    /** The mode of the payment that is remembered. */
    public function mode(): string
    {
        return ($this->payment()['mode'] ?? '') === 'live' ? 'live' : 'test';
    }

    /** @return array<string, string> what was last heard of the payment */
    public function payment(): array
    {
        $payment = json_decode((string) $this->order->get_meta('_causeway_payment'), true);
        return is_array($payment) ? $payment : [];
    }

    public function status(): string
    {
        return $this->payment()['status'] ?? '';
    }

    /** Remembers a payment, unless more is known already: events come in any order. False if it was not news. */
    public function learn(string $mode, array $payment): bool
    {
        $known = $this->payment();
        $id = (string) ($payment['payment_id'] ?? '');
        $status = (string) ($payment['status'] ?? '');
        if (!$this->isNews($known, $id, $status)) {
            return false;
        }
        $same = ($known['payment_id'] ?? '') === $id;
        $names = ['payment_id', 'status', 'amount', 'currency', 'chain', 'token', 'token_amount', 'tx_hash',
            'checkout_url', 'expires_at'];
        $given = array_filter(array_intersect_key($payment, array_flip($names)), 'is_string');
        $this->order->update_meta_data(
            '_causeway_payment',
            wp_json_encode(['mode' => $mode] + $given + ($same ? $known : []))
        );
        if (!$this->hasPayment($mode, $id)) {
            $this->order->add_meta_data('_causeway_payment_id', "{$mode}:{$id}");
        }
        return true;
    }

    private function isNews(array $known, string $id, string $status): bool
    {
        if (!isset(self::RANK[$status])) {
            return false;
        }
        if ($known === []) {
            return true;
        }
        if ($known['payment_id'] === $id) {
            return self::RANK[$status] >= self::RANK[$known['status']];
        }
        // Ids sort by the time of their creation.
        return self::RANK[$known['status']] < 3 && ($id > $known['payment_id'] || self::RANK[$status] === 3);
    }

    public function hasPayment(string $mode, string $paymentId): bool
    {
        return in_array("{$mode}:{$paymentId}", $this->values('_causeway_payment_id'), true);
    }

    public function hasEvent(string $eventId): bool
    {
        return in_array($eventId, $this->values('_causeway_event'), true);
    }

    public function addEvent(string $eventId): void
    {
        $this->order->add_meta_data('_causeway_event', $eventId);
    }

    /** @return list<string> */
    private function values(string $name): array
    {
        return array_map(static fn ($meta) => (string) $meta->value, array_values($this->order->get_meta($name, false)));
    }
}
