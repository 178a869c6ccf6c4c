<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** Checks deliveries by their Standard Webhooks signature, which covers the time of the attempt and the raw body. */
final class Signature
{
    private const TOLERANCE_SECONDS = 300;

    /** @param array{id: string, timestamp: string, signature: string} $headers */
    public static function isGenuine(string $rawBody, array $headers, string $secret, int $now): bool
    {
        $key = base64_decode((string) preg_replace('/^whsec_/', '', $secret), true);
        $isTime = preg_match('/^\d{1,12}$/', $headers['timestamp']) === 1;
        if ($key === false || $key === '' || !$isTime) {
            return false;
        }
        if (abs($now - (int) $headers['timestamp']) > self::TOLERANCE_SECONDS) {
            return false;
        }
        $signed = "{$headers['id']}.{$headers['timestamp']}.{$rawBody}";
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
        // Several while a secret is rotated.
        foreach (explode(' ', $headers['signature']) as $given) {
            if (hash_equals($expected, $given)) {
                return true;
            }
        }
        return false;
    }
}
