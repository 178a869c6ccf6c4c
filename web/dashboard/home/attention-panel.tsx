import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../session/session.ts';
import { useEnvironment } from '../shared/api/environment.ts';
import { useAttention } from '../shared/attention.ts';
import { chainName } from '../shared/facts.ts';
import { Icon } from '../shared/icons.tsx';
import { type AttentionItem, attentionItems, isOnlyPassword } from './attention-items.ts';
import classes from './attention-panel.module.css';

/** First on the page, and gone when nothing is wrong. */
export function AttentionPanel() {
  const { data } = useAttention();
  const { member } = useSession();
  const onlyPassword = isOnlyPassword(member, useEnvironment());
  const items = data ? attentionItems(data, chainName, { onlyPassword }) : [];
  if (items.length === 0) return null;
  return (
    <section className={classes['panel']} aria-labelledby="attention">
      <h2 className={classes['title']} id="attention">
        <Icon name="alert" size={16} />
        Action needed
      </h2>
      <ul className={classes['items']}>
        {items.map((item) => (
          <Item key={item.text} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Item({ item: { text, to, search = {}, action } }: { item: AttentionItem }) {
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{text}</Text>
        <Button
          size="compact-sm"
          variant="default"
          renderRoot={(root) => <Link {...root} to={to} search={search} />}
        >
          {action}
        </Button>
      </Group>
    </li>
  );
}
