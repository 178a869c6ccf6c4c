<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** No answer, or none that says what happened: the request may have been carried out. */
final class Unreachable extends \RuntimeException
{
}
