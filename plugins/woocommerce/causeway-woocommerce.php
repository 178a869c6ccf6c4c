<?php
/**
 * Plugin Name: Causeway for WooCommerce
 * Description: Take crypto payments with your own Causeway service. Customers pay at its hosted checkout.
 * Version: 0.2.0
 * Requires at least: 6.6
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * WC requires at least: 9.0
 * WC tested up to: 11.0
 * License: MIT
 * License URI: https://opensource.org/license/mit
 * Text Domain: causeway-woocommerce
 * Domain Path: /languages
 */

declare(strict_types=1);

namespace Causeway\WooCommerce;

defined('ABSPATH') || exit;

const VERSION = '0.2.0';
const PLUGIN_FILE = __FILE__;

spl_autoload_register(static function (string $class): void {
    if (!str_starts_with($class, __NAMESPACE__ . '\\')) {
        return;
    }
    $file = __DIR__ . '/src/' . substr($class, strlen(__NAMESPACE__) + 1) . '.php';
    if (is_file($file)) {
        require $file;
    }
});

add_action('before_woocommerce_init', static function (): void {
    foreach (['custom_order_tables', 'cart_checkout_blocks'] as $feature) {
        \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility($feature, PLUGIN_FILE, true);
    }
});

add_action('plugins_loaded', static function (): void {
    if (class_exists('WooCommerce')) {
        Plugin::start();
    }
});

register_deactivation_hook(__FILE__, [Poll::class, 'unschedule']);
