<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** Puts the parts together: every hook of the plug-in is registered here. */
final class Plugin
{
    public static function start(): void
    {
        // WordPress finds the texts by itself from 6.8 on. Before gateways are made, which read them.
        add_action('init', [self::class, 'loadTexts'], 0);
        add_filter('woocommerce_payment_gateways', static fn (array $gateways) => [...$gateways, Gateway::class]);
        add_action('woocommerce_blocks_payment_method_type_registration', static function ($registry): void {
            $registry->register(new BlocksMethod());
        });
        add_filter('woocommerce_payment_complete_order_status', [Gateway::class, 'paidStatus'], 10, 3);
        add_action('woocommerce_api_causeway', [Webhook::class, 'receive']);
        add_action('init', [Poll::class, 'schedule']);
        add_action(Poll::ACTION, [Poll::class, 'run']);
        add_action(Release::ACTION, [Release::class, 'run'], 10, 2);
        add_action('woocommerce_order_status_changed', [Release::class, 'onStatusChange'], 10, 4);
        add_filter('woocommerce_cancel_unpaid_order', [Release::class, 'mayCancelUnpaid'], 10, 2);
        // Before WooCommerce decides at priority 20 whether the cart was paid.
        add_action('template_redirect', [OrderView::class, 'onReturn'], 5);
        add_action('woocommerce_order_details_before_order_table', [OrderView::class, 'forCustomer']);
        add_action('add_meta_boxes', [OrderView::class, 'addBox']);
        add_action('wp_ajax_causeway_webhook', [WebhookSetup::class, 'onButton']);
    }

    public static function loadTexts(): void
    {
        load_plugin_textdomain('causeway-woocommerce', false, dirname(plugin_basename(PLUGIN_FILE)) . '/languages');
    }
}
