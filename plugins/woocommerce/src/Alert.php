<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** Tells the shop's owner that somebody has to decide something: a note on the order, and a mail. */
final class Alert
{
    public static function about(\WC_Order $order, string $text): void
    {
        $order->add_order_note($text);
        /* translators: %s: order number */
        $subject = sprintf(__('Order %s needs your attention', 'causeway-woocommerce'), $order->get_order_number());
        self::mail($subject, $text . "\n\n" . $order->get_edit_order_url());
    }

    public static function mail(string $subject, string $text): void
    {
        $to = (string) apply_filters('causeway_alert_recipient', get_option('admin_email'));
        wp_mail($to, sprintf('[%s] %s', wp_specialchars_decode(get_bloginfo('name'), ENT_QUOTES), $subject), $text);
    }
}
