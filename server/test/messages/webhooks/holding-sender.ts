import {
  createSender,
  type Sender,
  type SendResult,
} from '../../../src/messages/webhooks/deliveries/sender.ts';

export interface HoldingSender extends Sender {
  /** Attempts whose result is held back right now. */
  open(): number;
  /** The most there have been at once. */
  most(): number;
  /** Hands over what is held back. */
  handOver(): void;
  /** The same, and holds back nothing from now on. */
  release(): void;
}

/**
 * Sends for real, and keeps the results from the worker. To the worker a request is then under way for as long as the
 * test needs, whatever the sender's ten seconds: how busy the machine is makes no difference.
 */
export function holdingSender(holds: (url: string) => boolean = () => true): HoldingSender {
  const sender = createSender();
  const waiting = new Set<() => void>();
  let most = 0;
  let released = false;
  function handOver(): void {
    for (const resolve of waiting) resolve();
    waiting.clear();
  }
  return {
    async send(outgoing): Promise<SendResult> {
      const sending = sender.send(outgoing);
      if (!released && holds(outgoing.url)) {
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          most = Math.max(most, waiting.size);
        });
      }
      return sending;
    },
    close: () => sender.close(),
    open: () => waiting.size,
    most: () => most,
    handOver,
    release() {
      released = true;
      handOver();
    },
  };
}
