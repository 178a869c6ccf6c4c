<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** The button that registers the shop with the service, keeps the secret, and tries a delivery. */
final class WebhookSetup
{
    public static function onButton(): never
    {
        check_ajax_referer('causeway_webhook', 'nonce');
        if (!current_user_can('manage_woocommerce')) {
            wp_send_json_error(['message' => __('You may not change payment settings.', 'causeway-woocommerce')], 403);
        }
        try {
            wp_send_json_success(['message' => self::register(Settings::mode())]);
        } catch (ApiError | Unreachable $error) {
            /* translators: %s: error message */
            $text = __('Causeway could not be set up: %s', 'causeway-woocommerce');
            wp_send_json_error(['message' => sprintf($text, $error->getMessage())], 400);
        }
    }

    /** An endpoint with the shop's URL is taken over with a new secret, so that clicking twice makes no second one. */
    private static function register(string $mode): string
    {
        $api = Api::in($mode);
        $url = Webhook::url();
        $mine = array_values(array_filter(
            $api->get('/webhooks/endpoints?limit=100'),
            static fn (array $endpoint) => $endpoint['url'] === $url
        ));
        if ($mine === []) {
            $body = ['url' => $url, 'events' => Events::TYPES, 'description' => 'WooCommerce'];
            $endpoint = $api->post('/webhooks/endpoints', $body);
        } else {
            $path = '/webhooks/endpoints/' . rawurlencode($mine[0]['endpoint_id']);
            $api->patch($path, ['events' => Events::TYPES, 'status' => 'enabled']);
            $endpoint = $api->post("{$path}/rotate_secret");
        }
        Settings::saveWebhook($mode, $endpoint['endpoint_id'], $endpoint['secret']);
        $tried = $api->post('/webhooks/test', ['endpoint_id' => $endpoint['endpoint_id'], 'event_type' => 'payment.completed']);
        return $tried['success'] === true
            ? __('Registered. A test delivery arrived.', 'causeway-woocommerce')
            /* translators: %s: error message */
            : sprintf(__('Registered, but a test delivery did not arrive: %s', 'causeway-woocommerce'), $tried['error'] ?? "HTTP {$tried['http_status']}");
    }
}
