<?php

declare(strict_types=1);

namespace Causeway\WooCommerce;

/** Reads the service's list of events every few minutes, for webhooks that were lost or came while the plug-in was off. */
final class Poll
{
    public const ACTION = 'causeway_poll';
    private const EVERY_SECONDS = 300;
    /** An event can be committed a moment after one with a later id: the cursor stays this far behind. */
    private const LAG_SECONDS = 300;
    private const PAGES_PER_RUN = 10;
    /** An hour of runs. The service goes on delivering a webhook for longer. */
    private const MOST_TRIES = 12;
    private const MOST_FAILURES = 2_000;
    private const CURSORS = 'causeway_cursors';
    private const FAILURES = 'causeway_failures';
    private const SCHEDULED = 'causeway_poll_scheduled';

    /** The option is loaded with every page; the queue is asked only on the owner's pages. */
    public static function schedule(): void
    {
        if (get_option(self::SCHEDULED) === 'yes' && !is_admin()) {
            return;
        }
        update_option(self::SCHEDULED, 'yes');
        if (!as_has_scheduled_action(self::ACTION, [], 'causeway')) {
            as_schedule_recurring_action(time(), self::EVERY_SECONDS, self::ACTION, [], 'causeway', true);
        }
    }

    public static function unschedule(): void
    {
        delete_option(self::SCHEDULED);
        if (function_exists('as_unschedule_all_actions')) {
            as_unschedule_all_actions(self::ACTION, [], 'causeway');
        }
    }

    public static function run(): void
    {
        foreach (Settings::MODES as $mode) {
            if (Settings::url() === '' || Settings::key($mode) === '') {
                continue;
            }
            try {
                self::read($mode);
            } catch (Unreachable | ApiError $error) {
                wc_get_logger()->warning("Events ({$mode}): {$error->getMessage()}", ['source' => 'causeway']);
            }
        }
    }

    private static function read(string $mode): void
    {
        $api = Api::in($mode);
        $cursor = (string) (get_option(self::CURSORS, [])[$mode] ?? '');
        $isWhole = true;
        for ($page = 0; $page < self::PAGES_PER_RUN; $page++) {
            $events = self::page($api, $cursor);
            // Newest first in the answer.
            foreach (array_reverse($events) as $event) {
                $isWhole = self::settle($mode, $event) && $isWhole;
                // An event that could not be handled is read again, and those after it too.
                if ($isWhole && strtotime($event['created_at']) < time() - self::LAG_SECONDS) {
                    self::save($mode, $event['id']);
                }
            }
            if (count($events) < 100) {
                return;
            }
            $cursor = $events[0]['id'];
        }
    }

    /** True if the event needs no other look: it is handled, or it failed so often that it would hold up all others. */
    private static function settle(string $mode, array $event): bool
    {
        $failures = get_option(self::FAILURES, []);
        $tries = $failures[$event['id']] ?? 0;
        if ($tries >= self::MOST_TRIES || self::handle($mode, $event)) {
            return true;
        }
        $failures[$event['id']] = ++$tries;
        update_option(self::FAILURES, array_slice($failures, -self::MOST_FAILURES, null, true), false);
        if ($tries < self::MOST_TRIES) {
            return false;
        }
        Alert::mail(
            __('An event of Causeway could not be handled', 'causeway-woocommerce'),
            /* translators: 1: id of an event, 2: its type, 3: id of a payment */
            sprintf(__('Event %1$s (%2$s) of payment %3$s failed for an hour and is passed over. The log "causeway" of WooCommerce says why. When that is mended, deliver it again in Causeway.', 'causeway-woocommerce'), $event['id'], $event['type'], $event['data']['payment_id'] ?? '–')
        );
        return true;
    }

    private static function handle(string $mode, array $event): bool
    {
        try {
            Events::handle($mode, $event);
            return true;
        } catch (\Throwable $error) {
            wc_get_logger()->error("{$event['id']}: {$error->getMessage()}", ['source' => 'causeway']);
            return false;
        }
    }

    /** Without a cursor, or with one that was deleted with old events: the newest hundred. */
    private static function page(Api $api, string $cursor): array
    {
        try {
            return $api->get('/events?limit=100' . ($cursor === '' ? '' : '&ending_before=' . rawurlencode($cursor)));
        } catch (ApiError $error) {
            if ($error->errorCode !== 'NOT_FOUND') {
                throw $error;
            }
            return $api->get('/events?limit=100');
        }
    }

    private static function save(string $mode, string $cursor): void
    {
        update_option(self::CURSORS, [$mode => $cursor] + get_option(self::CURSORS, []), false);
    }
}
