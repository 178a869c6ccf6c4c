<?php
/** Settings and products of the shop. For tests. */

[, $folder] = $argv;
$_SERVER['HTTP_HOST'] = 'shop.example';
require "$folder/wp-load.php";
wp_set_current_user(1);

WC_Install::create_pages();
WC_Install::maybe_set_store_id();
foreach ([
    'woocommerce_currency' => 'USD',
    'woocommerce_default_country' => 'US:CA',
    'woocommerce_onboarding_profile' => ['skipped' => true],
    'woocommerce_task_list_hidden' => 'yes',
    'woocommerce_coming_soon' => 'no',
    'woocommerce_custom_orders_table_enabled' => 'yes',
    'woocommerce_enable_guest_checkout' => 'yes',
    'woocommerce_cod_settings' => ['enabled' => 'yes', 'title' => 'Cash on delivery', 'enable_for_virtual' => 'yes'],
    'woocommerce_manage_stock' => 'yes',
    'woocommerce_hold_stock_minutes' => '60',
] as $name => $value) {
    update_option($name, $value);
}
$classic = wp_insert_post([
    'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Classic checkout',
    'post_name' => 'classic-checkout', 'post_content' => '[woocommerce_checkout]',
]);
foreach (['Enamel mug' => '14.00', 'Canvas bag' => '27.90', 'Sticker' => '0.30'] as $name => $price) {
    $product = new WC_Product_Simple();
    $product->set_name($name);
    $product->set_slug(sanitize_title($name));
    $product->set_regular_price($price);
    $product->set_virtual(true);
    $product->save();
    $ids[$name] = $product->get_id();
}
flush_rewrite_rules();
echo json_encode(['classic' => $classic, 'blocks' => wc_get_page_id('checkout'), 'products' => $ids]);
