import { Avatar, Group, type GroupProps, Text } from '@mantine/core';
import { useSession } from '../session/session.ts';

/** The merchant's mark and name: beside the search on wide screens, in the navigation of narrow ones. */
export function Brand(props: GroupProps) {
  const { merchant } = useSession();
  return (
    <Group gap="xs" wrap="nowrap" {...props}>
      <Avatar src={merchant.logo_url} alt="" radius="md" size={30} color="accent" variant="filled">
        {Array.from(merchant.name)[0]?.toUpperCase()}
      </Avatar>
      <Text fw={600} truncate title={merchant.name}>
        {merchant.name}
      </Text>
    </Group>
  );
}
