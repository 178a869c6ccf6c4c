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
    private const CURSORS = 'causeway_cursors';
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
        $failed = false;
        for ($page = 0; $page < self::PAGES_PER_RUN; $page++) {
            $events = self::page($api, $cursor);
            // Newest first in the answer.
            foreach (array_reverse($events) as $event) {
                $failed = !self::handle($mode, $event) || $failed;
                // An event that could not be handled is read again, and those after it too.
                if (!$failed && strtotime($event['created_at']) < time() - self::LAG_SECONDS) {
                    self::save($mode, $event['id']);
                }
            }
            if (count($events) < 100) {
                return;
            }
            $cursor = $events[0]['id'];
        }
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
