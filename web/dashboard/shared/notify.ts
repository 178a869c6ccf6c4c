import { notifications } from '@mantine/notifications';

/** Confirms a finished action; screen readers announce it. Errors are shown where they occur instead. */
export function notifyDone(message: string): void {
  notifications.show({
    message,
    color: 'teal',
    autoClose: 4000,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close notification' },
  });
}
