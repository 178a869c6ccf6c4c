<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** The payment method, as WooCommerce knows it. */
final class Gateway extends \WC_Payment_Gateway
{
    public const ID = 'causeway';

    public function __construct()
    {
        $this->id = self::ID;
        $this->has_fields = false;
        $this->supports = ['products', 'refunds'];
        $this->method_title = 'Causeway';
        $this->method_description = __('Crypto payments at the hosted checkout of your Causeway service.', 'causeway-woocommerce');
        $this->form_fields = GatewayForm::fields();
        $this->init_settings();
        $this->title = self::titleForCustomers();
        $this->description = self::descriptionForCustomers();
        add_action("woocommerce_update_options_payment_gateways_{$this->id}", [$this, 'process_admin_options']);
    }

    public static function titleForCustomers(): string
    {
        return Settings::get('title') ?: __('Crypto', 'causeway-woocommerce');
    }

    public static function descriptionForCustomers(): string
    {
        return Settings::get('description')
            ?: __('Pay with USDC, ETH and other tokens. You choose network and token on the next page.', 'causeway-woocommerce');
    }

    public function is_available(): bool
    {
        return parent::is_available()
            && Settings::url() !== ''
            && Settings::key(Settings::mode()) !== ''
            && in_array(self::currencyToPay(), Money::CURRENCIES, true);
    }

    /** An order that is paid later keeps its currency, whatever the shop's is now. */
    private static function currencyToPay(): string
    {
        $order = wc_get_order(absint(get_query_var('order-pay')));
        return $order instanceof \WC_Order ? $order->get_currency() : get_woocommerce_currency();
    }

    /** @return array{result: string, redirect: string} */
    public function process_payment($order_id): array
    {
        $order = wc_get_order($order_id);
        try {
            return ['result' => 'success', 'redirect' => PaymentStart::url((int) $order_id, $this->get_return_url($order))];
        } catch (\Throwable $error) {
            wc_get_logger()->error("Order {$order_id}: {$error->getMessage()}", ['source' => 'causeway']);
            throw new \Exception(self::explain($error));
        }
    }

    private static function explain(\Throwable $error): string
    {
        $never = $error instanceof \DomainException
            || ($error instanceof ApiError && in_array($error->errorCode, ['AMOUNT_TOO_SMALL', 'AMOUNT_TOO_LARGE'], true));
        return $never
            ? __('This amount cannot be paid with crypto. Please choose another payment method.', 'causeway-woocommerce')
            : __('Crypto payments are not available right now. Nothing was charged. Please try again in a few minutes, or choose another payment method.', 'causeway-woocommerce');
    }

    public function process_refund($order_id, $amount = null, $reason = ''): bool|\WP_Error
    {
        $exact = Money::exact($amount ?? '');
        if ($exact === null || $exact === '0.00') {
            return new \WP_Error('causeway', __('Enter an amount with at most two decimals.', 'causeway-woocommerce'));
        }
        try {
            Refunds::request((int) $order_id, $exact, (string) $reason);
            return true;
        } catch (Unreachable $error) {
            wc_get_logger()->error("Refund of order {$order_id}: {$error->getMessage()}", ['source' => 'causeway']);
            return new \WP_Error('causeway', __('Causeway did not answer, so it is not known whether the refund was made. Try again in a few minutes: it is not made twice.', 'causeway-woocommerce'));
        } catch (\Throwable $error) {
            return new \WP_Error('causeway', $error->getMessage());
        }
    }

    /** @param \WC_Order $order */
    public function get_transaction_url($order): string
    {
        $mode = (new OrderRecord($order))->hasPayment('live', $order->get_transaction_id()) ? 'live' : 'test';
        $this->view_transaction_url = Settings::dashboardUrl($mode, '%s');
        return parent::get_transaction_url($order);
    }

    /** The status that the owner chose for paid orders, or WooCommerce's own choice. */
    public static function paidStatus(string $status, int $orderId, $order = null): string
    {
        $chosen = Settings::get('paid_status');
        $isOurs = $order instanceof \WC_Order && $order->get_payment_method() === self::ID;
        return $isOurs && in_array($chosen, ['processing', 'completed'], true) ? $chosen : $status;
    }

    public function validate_url_field(string $key, ?string $value): string
    {
        $url = Settings::serviceUrl((string) $value);
        $isLocal = preg_match('~^http://(localhost|127\.0\.0\.1)(:\d+)?(/|$)~', $url) === 1;
        if ($url !== '' && !str_starts_with($url, 'https://') && !$isLocal) {
            \WC_Admin_Settings::add_error(__('The URL of Causeway must begin with https://.', 'causeway-woocommerce'));
            return Settings::url();
        }
        return esc_url_raw($url);
    }

    /** An empty field keeps the key: it is never printed into the page. */
    public function validate_causeway_key_field(string $key, ?string $value): string
    {
        $value = trim((string) $value);
        $mode = substr($key, 0, 4);
        if ($value === '') {
            return Settings::key($mode);
        }
        if (!str_starts_with($value, "svc_{$mode}_")) {
            /* translators: %s: beginning of a key */
            \WC_Admin_Settings::add_error(sprintf(__('Enter a secret key that begins with %s.', 'causeway-woocommerce'), "svc_{$mode}_"));
            return Settings::key($mode);
        }
        return $value;
    }

    public function generate_causeway_key_html(string $key, array $field): string
    {
        return GatewayForm::keyRow($this->get_field_key($key), $field, Settings::key(substr($key, 0, 4)));
    }

    public function generate_causeway_webhook_html(string $key, array $field): string
    {
        return GatewayForm::webhookRow($field);
    }
}
