<?php
/** Installs WordPress, WooCommerce and the plug-in into the folder that is the first argument. For tests. */

define('WP_INSTALLING', true);
[, $folder, $url, $zip] = $argv;
$_SERVER['HTTP_HOST'] = parse_url($url, PHP_URL_HOST);
require "$folder/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
require_once ABSPATH . 'wp-admin/includes/file.php';

wp_install('Harbour & Sons', 'admin', 'admin@shop.example', true, '', 'harbour-password');
update_option('siteurl', $url);
update_option('home', $url);
update_option('permalink_structure', '/%postname%/');

// As WordPress unpacks a plug-in that is uploaded.
WP_Filesystem();
$unpacked = unzip_file($zip, WP_PLUGIN_DIR);
if (is_wp_error($unpacked)) {
    fwrite(STDERR, $unpacked->get_error_message());
    exit(1);
}
