import {
  Button as ActionButton,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../developers/code-block.tsx';
import { keyPreview } from '../developers/keys/keys.ts';
import { useCan } from '../session/session.ts';
import type { Button } from '../shared/api/types.ts';
import { facts } from '../shared/facts.ts';
import { Problem } from '../shared/fields/form.tsx';
import { languageOptions } from '../shared/fields/languages.ts';
import { Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';
import { ButtonPreview } from './button-preview.tsx';
import { usePublishableKey } from './publishable-key.ts';
import { plainOptions, type SnippetOptions, snippetOf } from './snippet.ts';

const modes = [
  { value: '', label: 'In a popup' },
  { value: 'redirect', label: 'In the same tab' },
];
const themes = [
  { value: '', label: 'Match your website' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const locales = [{ value: '', label: 'Automatic' }, ...languageOptions];

/** A preview of the button and the HTML to paste. */
export function SnippetPanel({ button }: { button: Button }) {
  const [options, setOptions] = useState(plainOptions);
  const publishable = usePublishableKey();
  const site = `${location.origin}${facts.site_path}`;
  return (
    <Panel title="Embed code" description="Paste this HTML where you want the button.">
      <ButtonPreview offer={button} options={options} />
      <OptionFields options={options} onChange={setOptions} />
      <Load query={publishable.query}>
        {() => (
          <Stack gap="md">
            {publishable.key ? (
              <ActionButton
                variant="subtle"
                size="compact-sm"
                w="fit-content"
                onClick={() => publishable.use('')}
              >
                Change key
              </ActionButton>
            ) : (
              <KeyFields publishable={publishable} name={button.name} />
            )}
            <CodeBlock
              label="button HTML"
              wrap
              text={snippetOf({
                site,
                key: publishable.key ?? `${publishable.prefix}…`,
                buttonId: button.button_id,
                options,
              })}
            />
          </Stack>
        )}
      </Load>
      <Text size="sm" c="dimmed">
        If your website has a Content-Security-Policy, add <span className="mono">{location.origin}</span> to
        script-src and connect-src. Fulfill orders when you receive the webhook, not when the page reports
        success.
      </Text>
    </Panel>
  );
}

interface OptionFieldsProps {
  options: SnippetOptions;
  onChange(options: SnippetOptions): void;
}

function OptionFields({ options, onChange }: OptionFieldsProps) {
  const bind = (name: keyof SnippetOptions) => ({
    value: options[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...options, [name]: event.currentTarget.value }),
  });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect label="Checkout opens" data={modes} {...bind('mode')} />
      <NativeSelect label="Language" data={locales} {...bind('locale')} />
      <TextInput
        label="Button text"
        placeholder="Pay {amount}"
        maxLength={100}
        autoComplete="off"
        {...bind('label')}
      />
      <NativeSelect label="Theme" data={themes} {...bind('theme')} />
    </SimpleGrid>
  );
}

interface KeyFieldsProps {
  publishable: ReturnType<typeof usePublishableKey>;
  /** Name of the button, used for a key created here. */
  name: string;
}

/** Keys are shown only once, so the user pastes an existing key or creates a new one. */
function KeyFields({ publishable: { usable, typed, prefix, use, create }, name }: KeyFieldsProps) {
  const canCreate = useCan('keys.write');
  const wrong = typed !== '' && 'Not one of your publishable keys in this mode, or it was revoked.';
  const existing = usable.map(keyPreview).join(', ');
  return (
    <Stack gap="xs">
      {create.error && <Problem error={create.error} />}
      <Group align="flex-end" gap="xs">
        <TextInput
          flex="1 1 16rem"
          label="Publishable key"
          description={
            existing
              ? `Paste one of your keys to complete the HTML: ${existing}`
              : 'Needed to complete the HTML. It is safe to publish.'
          }
          placeholder={`${prefix}…`}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'mono' }}
          value={typed}
          error={wrong}
          onChange={(event) => use(event.currentTarget.value)}
        />
        {canCreate && (
          <ActionButton
            variant="default"
            loading={create.pending}
            onClick={() => void create.run(name.slice(0, 50))}
          >
            Create key
          </ActionButton>
        )}
      </Group>
    </Stack>
  );
}
