import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import { Icon } from './icons.tsx';

interface ShareLinkProps {
  url: string;
  label: string;
  /** Label of the button that opens the link. */
  open: string;
  /** Where the page has another main action. */
  quiet?: boolean;
}

export function ShareLink({ url, label, open, quiet = false }: ShareLinkProps) {
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        flex="1 1 16rem"
        aria-label={label}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        classNames={{ input: 'mono' }}
      />
      <CopyButton value={url} timeout={2000}>
        {({ copied, copy }) => (
          <Button
            onClick={copy}
            variant={quiet ? 'default' : 'filled'}
            leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}
          >
            <span aria-live="polite">{copied ? 'Copied' : 'Copy link'}</span>
          </Button>
        )}
      </CopyButton>
      <Button
        component="a"
        variant="default"
        href={url}
        target="_blank"
        rel="noopener"
        leftSection={<Icon name="external" size={16} />}
      >
        {open}
      </Button>
    </Group>
  );
}
