<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** Receives deliveries at `/?wc-api=causeway`. Whatever is not answered with 2xx is delivered again by the service. */
final class Webhook
{
    private const MOST_BYTES = 1_048_576;

    public static function url(): string
    {
        return WC()->api_request_url('causeway');
    }

    public static function receive(): never
    {
        $rawBody = (string) file_get_contents('php://input', length: self::MOST_BYTES);
        $mode = self::modeOf($rawBody);
        if ($mode === null) {
            self::answer(400, 'bad signature');
        }
        $event = json_decode($rawBody, true);
        if (!is_array($event) || !is_array($event['data'] ?? null)) {
            self::answer(400, 'not an event');
        }
        try {
            self::answer(200, Events::handle($mode, $event));
        } catch (\Throwable $error) {
            wc_get_logger()->error("{$event['id']}: {$error->getMessage()}", ['source' => 'causeway']);
            self::answer(503, 'could not be handled now: see the log "causeway" of WooCommerce');
        }
    }

    /** The mode whose secret signed it: a test event can never be taken for a live one. */
    private static function modeOf(string $rawBody): ?string
    {
        $headers = [];
        foreach (['id', 'timestamp', 'signature'] as $name) {
            $headers[$name] = (string) ($_SERVER['HTTP_WEBHOOK_' . strtoupper($name)] ?? '');
        }
        foreach (Settings::MODES as $mode) {
            $secret = Settings::webhook($mode)['secret'];
            if ($secret !== '' && Signature::isGenuine($rawBody, $headers, $secret, time())) {
                return $mode;
            }
        }
        return null;
    }

    private static function answer(int $status, string $text): never
    {
        status_header($status);
        nocache_headers();
        header('Content-Type: text/plain; charset=utf-8');
        echo esc_html($text);
        exit;
    }
}
