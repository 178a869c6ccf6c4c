import { notifications } from '@mantine/notifications';

/** Says, to eyes and ears, that something is done. Refusals are said where they happened instead. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal', autoClose: 4000, withBorder: true });
}
