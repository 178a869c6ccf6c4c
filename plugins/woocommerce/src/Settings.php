<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** What the shop's owner has set. `$mode` is `test` or `live` everywhere. */
final class Settings
{
    public const MODES = ['test', 'live'];
    private const WEBHOOKS = 'causeway_webhooks';

    public static function get(string $name, string $default = ''): string
    {
        $all = get_option('woocommerce_causeway_settings', []);
        $value = is_array($all) ? ($all[$name] ?? $default) : $default;
        return is_string($value) ? $value : $default;
    }

    /** The mode of new payments. */
    public static function mode(): string
    {
        return self::get('mode') === 'live' ? 'live' : 'test';
    }

    public static function key(string $mode): string
    {
        return self::get("{$mode}_key");
    }

    /** URL of the service without a slash at its end and without `/api/v1`, or ''. */
    public static function url(): string
    {
        return self::serviceUrl(self::get('url'));
    }

    /** The page of a payment in the dashboard, which shows test mode unless its URL says otherwise. */
    public static function dashboardUrl(string $mode, string $paymentId): string
    {
        return self::url() . "/dashboard/payments/{$paymentId}" . ($mode === 'live' ? '?env=live' : '');
    }

    /** Takes the URL of the service or that of its API. */
    public static function serviceUrl(string $given): string
    {
        return (string) preg_replace('~/+(api(/v1)?/*)?$~', '', trim($given) . '/');
    }

    /** @return array{endpoint_id: string, secret: string} */
    public static function webhook(string $mode): array
    {
        $all = get_option(self::WEBHOOKS, []);
        return ($all[$mode] ?? []) + ['endpoint_id' => '', 'secret' => ''];
    }

    public static function saveWebhook(string $mode, string $endpointId, string $secret): void
    {
        $all = get_option(self::WEBHOOKS, []);
        $all[$mode] = ['endpoint_id' => $endpointId, 'secret' => $secret];
        update_option(self::WEBHOOKS, $all, false);
    }
}
