<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** A client of the service's API, with the key of one mode. */
final class Api
{
    /** A customer or a webhook waits for the answer; the service gives up on webhooks after 10 seconds. */
    private const TIMEOUT_SECONDS = 6;

    public function __construct(private readonly string $url, private readonly string $key)
    {
    }

    public static function in(string $mode): self
    {
        return new self(Settings::url(), Settings::key($mode));
    }

    /** @return array<mixed> `data` of the answer */
    public function get(string $path): array
    {
        return $this->send('GET', $path);
    }

    /** @return array<mixed> `data` of the answer */
    public function post(string $path, array $body = [], string $idempotencyKey = ''): array
    {
        return $this->send('POST', $path, $body, $idempotencyKey);
    }

    /** @return array<mixed> `data` of the answer */
    public function patch(string $path, array $body): array
    {
        return $this->send('PATCH', $path, $body);
    }

    private function send(string $method, string $path, ?array $body = null, string $idempotencyKey = ''): array
    {
        $headers = ['Authorization' => "Bearer {$this->key}", 'Accept' => 'application/json'];
        if ($body !== null) {
            $headers['Content-Type'] = 'application/json';
        }
        if ($idempotencyKey !== '') {
            $headers['Idempotency-Key'] = $idempotencyKey;
        }
        $answer = wp_remote_request("{$this->url}/api/v1{$path}", [
            'method' => $method,
            'headers' => $headers,
            'body' => $body === null ? null : wp_json_encode((object) $body),
            'timeout' => self::TIMEOUT_SECONDS,
            'redirection' => 0,
            'user-agent' => 'causeway-woocommerce/' . VERSION,
        ]);
        if (is_wp_error($answer)) {
            throw new Unreachable($answer->get_error_message());
        }
        return self::read((int) wp_remote_retrieve_response_code($answer), wp_remote_retrieve_body($answer));
    }

    private static function read(int $status, string $text): array
    {
        $envelope = json_decode($text, true);
        if (!is_array($envelope) || !isset($envelope['success'])) {
            throw new Unreachable("HTTP {$status}");
        }
        if ($envelope['success'] === true && is_array($envelope['data'] ?? null)) {
            return $envelope['data'];
        }
        $code = (string) ($envelope['error']['code'] ?? '');
        $message = (string) ($envelope['error']['message'] ?? '');
        // Also SERVICE_UNAVAILABLE, which a lost database connection gives after the request was carried out.
        if ($status >= 500) {
            throw new Unreachable("HTTP {$status} {$code}: {$message}");
        }
        throw new ApiError($code, $message);
    }
}
