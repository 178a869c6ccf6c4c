<?php
/** Turns the plug-ins on and fills the shop. For tests. */

[, $folder] = $argv;
$_SERVER['HTTP_HOST'] = 'shop.example';
require "$folder/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/plugin.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_set_current_user(1);

foreach (['woocommerce/woocommerce.php', 'causeway-woocommerce/causeway-woocommerce.php'] as $plugin) {
    $result = activate_plugin($plugin);
    if (is_wp_error($result)) {
        fwrite(STDERR, $result->get_error_message());
        exit(1);
    }
}
