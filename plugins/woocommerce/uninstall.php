<?php
/** Removes settings with their keys. What orders know about their payments stays with the orders. */

defined('WP_UNINSTALL_PLUGIN') || exit;

delete_option('woocommerce_causeway_settings');
delete_option('causeway_webhooks');
delete_option('causeway_cursors');
delete_option('causeway_failures');
delete_option('causeway_poll_scheduled');
