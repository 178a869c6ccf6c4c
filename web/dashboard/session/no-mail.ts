import { useLocalStorage } from '@mantine/hooks';
import { useSession } from './session.ts';

/** Whether an owner is told that there is no mail server. Until dismissed. */
export function useNoMailNotice(): { shown: boolean; dismiss(): void } {
  const { merchant, member, sends_mail } = useSession();
  const [hidden, setHidden] = useLocalStorage({
    key: `no-mail-hidden-${merchant.merchant_id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return { shown: !sends_mail && !hidden && member.role === 'owner', dismiss: () => setHidden(true) };
}
