<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** The settings page of the payment method. */
final class GatewayForm
{
    /** @return array<string, array<string, mixed>> */
    public static function fields(): array
    {
        return [
            'enabled' => [
                'title' => __('Enable', 'causeway-woocommerce'),
                'type' => 'checkbox',
                'label' => __('Offer crypto at the checkout', 'causeway-woocommerce'),
                'default' => 'no',
            ],
            'url' => [
                'title' => __('URL of Causeway', 'causeway-woocommerce'),
                'type' => 'url',
                'placeholder' => 'https://pay.example.com',
            ],
            'mode' => [
                'title' => __('Mode', 'causeway-woocommerce'),
                'type' => 'select',
                'default' => 'test',
                'options' => [
                    'test' => __('Test: no real money', 'causeway-woocommerce'),
                    'live' => __('Live', 'causeway-woocommerce'),
                ],
            ],
            'test_key' => ['title' => __('Test key', 'causeway-woocommerce'), 'type' => 'causeway_key', 'placeholder' => 'svc_test_…'],
            'live_key' => ['title' => __('Live key', 'causeway-woocommerce'), 'type' => 'causeway_key', 'placeholder' => 'svc_live_…'],
            'webhook' => ['title' => __('Webhook', 'causeway-woocommerce'), 'type' => 'causeway_webhook'],
            'title' => [
                'title' => __('Title', 'causeway-woocommerce'),
                'type' => 'text',
                'description' => __('Leave it empty for a title in the language of each customer.', 'causeway-woocommerce'),
                'placeholder' => __('Crypto', 'causeway-woocommerce'),
            ],
            'description' => [
                'title' => __('Description', 'causeway-woocommerce'),
                'type' => 'textarea',
                'description' => __('Leave it empty for a text in the language of each customer.', 'causeway-woocommerce'),
            ],
            'paid_status' => [
                'title' => __('Status of paid orders', 'causeway-woocommerce'),
                'type' => 'select',
                'default' => '',
                'options' => [
                    '' => __('Chosen by WooCommerce', 'causeway-woocommerce'),
                    'processing' => __('Processing', 'causeway-woocommerce'),
                    'completed' => __('Completed', 'causeway-woocommerce'),
                ],
            ],
        ];
    }

    public static function keyRow(string $name, array $field, string $current): string
    {
        /* translators: %s: last characters of a key */
        $hint = $current === '' ? '' : sprintf(__('A key that ends in %s is saved. Leave the field empty to keep it.', 'causeway-woocommerce'), substr($current, -4));
        return sprintf(
            '<tr valign="top"><th scope="row" class="titledesc"><label for="%1$s">%2$s</label></th><td class="forminp">'
            . '<input class="input-text regular-input" type="password" autocomplete="off" name="%1$s" id="%1$s" value="" placeholder="%3$s">'
            . '<p class="description">%4$s</p></td></tr>',
            esc_attr($name),
            esc_html($field['title']),
            esc_attr($field['placeholder']),
            esc_html($hint)
        );
    }

    public static function webhookRow(array $field): string
    {
        wp_enqueue_script('causeway-admin', plugins_url('assets/admin.js', PLUGIN_FILE), [], VERSION, true);
        $mode = Settings::mode();
        $state = Settings::webhook($mode)['secret'] === ''
            ? __('Not registered yet. Save your URL and key first.', 'causeway-woocommerce')
            /* translators: %s: id of a webhook endpoint */
            : sprintf(__('Registered as %s.', 'causeway-woocommerce'), Settings::webhook($mode)['endpoint_id']);
        return sprintf(
            '<tr valign="top"><th scope="row" class="titledesc">%s</th><td class="forminp">'
            . '<button type="button" class="button" id="causeway-webhook" data-nonce="%s">%s</button>'
            . '<p class="description" id="causeway-webhook-state" role="status">%s</p></td></tr>',
            esc_html($field['title']),
            esc_attr(wp_create_nonce('causeway_webhook')),
            esc_html__('Register webhook', 'causeway-woocommerce'),
            esc_html($state)
        );
    }
}
