<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** Amounts are decimal strings on both sides. Nothing here computes with floats. */
final class Money
{
    public const CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD'];

    /** The amount with two decimals, or null if that would change it. */
    public static function exact(string|int|float $amount): ?string
    {
        // WooCommerce rounds totals to its own number of decimals before they get here, also those it holds as floats.
        $text = is_float($amount) ? wc_format_decimal($amount) : (string) $amount;
        if (!preg_match('/^(\d+)(?:\.(\d{0,2})0*)?$/', $text, $parts)) {
            return null;
        }
        return $parts[1] . '.' . str_pad($parts[2] ?? '', 2, '0');
    }

    public static function same(string|int|float $one, string|int|float $other): bool
    {
        $exact = self::exact($one);
        return $exact !== null && $exact === self::exact($other);
    }
}
