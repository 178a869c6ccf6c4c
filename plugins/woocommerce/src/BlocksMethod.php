<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** The payment method in the checkout made of blocks. Texts come from here, so the script has none to translate. */
final class BlocksMethod extends \Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType
{
    protected $name = Gateway::ID;

    public function initialize(): void
    {
    }

    public function is_active(): bool
    {
        $gateway = WC()->payment_gateways()->payment_gateways()[Gateway::ID] ?? null;
        return $gateway?->is_available() === true;
    }

    /** @return list<string> */
    public function get_payment_method_script_handles(): array
    {
        $needed = ['wc-blocks-registry', 'wc-settings', 'wp-element', 'wp-html-entities'];
        wp_register_script('causeway-blocks', plugins_url('assets/blocks.js', PLUGIN_FILE), $needed, VERSION, true);
        return ['causeway-blocks'];
    }

    /** @return array{title: string, description: string, supports: list<string>} */
    public function get_payment_method_data(): array
    {
        return [
            'title' => Gateway::titleForCustomers(),
            'description' => Gateway::descriptionForCustomers(),
            'supports' => ['products'],
        ];
    }
}
