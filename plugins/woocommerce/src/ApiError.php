<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** The service refused a request: `code` is one of its error codes, and nothing was changed. */
final class ApiError extends \RuntimeException
{
    public function __construct(public readonly string $errorCode, string $message)
    {
        parent::__construct($message);
    }
}
