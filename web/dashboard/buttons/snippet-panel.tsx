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
import { localeNames } from '../../shared/locale.ts';
import { CodeBlock } from '../developers/code-block.tsx';
import { keyPreview } from '../developers/keys.ts';
import { useCan } from '../session/session.ts';
import { facts } from '../shared/facts.ts';
import { Problem } from '../shared/form.tsx';
import { Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';
import type { Button } from '../shared/types.ts';
import { ButtonPreview } from './button-preview.tsx';
import { usePublishableKey } from './publishable-key.ts';
import { plainOptions, type SnippetOptions, snippetOf } from './snippet.ts';

const modes = [
  { value: '', label: 'In a window of its own' },
  { value: 'redirect', label: 'In place of your page' },
];
const themes = [
  { value: '', label: 'As your page' },
  { value: 'light', label: 'For light pages' },
  { value: 'dark', label: 'For dark pages' },
];
const locales = [
  { value: '', label: "As your page, or the visitor's" },
  ...Object.entries(localeNames).map(([value, label]) => ({ value, label })),
];

/** The HTML to paste, and what it will look like. */
export function SnippetPanel({ button }: { button: Button }) {
  const [options, setOptions] = useState(plainOptions);
  const publishable = usePublishableKey();
  const site = `${location.origin}${facts.site_path}`;
  return (
    <Panel title="On your page" description="Paste this where the button should stand.">
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
                Use another key
              </ActionButton>
            ) : (
              <KeyFields publishable={publishable} name={button.name} />
            )}
            <CodeBlock
              label="HTML of the button"
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
        A page with a Content-Security-Policy needs <span className="mono">{location.origin}</span> in its
        script-src and connect-src. Ship goods when a webhook tells you of the payment, not when the page
        does.
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
      <NativeSelect label="Opens the checkout" data={modes} {...bind('mode')} />
      <NativeSelect label="Language" data={locales} {...bind('locale')} />
      <TextInput
        label="Label"
        placeholder="Pay {amount}"
        maxLength={100}
        autoComplete="off"
        {...bind('label')}
      />
      <NativeSelect label="Colours" data={themes} {...bind('theme')} />
    </SimpleGrid>
  );
}

interface KeyFieldsProps {
  publishable: ReturnType<typeof usePublishableKey>;
  /** Of the button: a key that is made here is named after it. */
  name: string;
}

/** Keys are shown once, so one that exists has to be pasted, or another one is made. */
function KeyFields({ publishable: { usable, typed, prefix, use, create }, name }: KeyFieldsProps) {
  const mayCreate = useCan('keys.write');
  const wrong = typed !== '' && 'This is no publishable key of yours in this mode, or it was revoked.';
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
              ? `The HTML is complete with one. Yours: ${existing}`
              : 'The HTML is complete with one. Everybody may read it.'
          }
          placeholder={`${prefix}…`}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'mono' }}
          value={typed}
          error={wrong}
          onChange={(event) => use(event.currentTarget.value)}
        />
        {mayCreate && (
          <ActionButton
            variant="default"
            loading={create.pending}
            onClick={() => void create.run(name.slice(0, 50))}
          >
            Create a key
          </ActionButton>
        )}
      </Group>
    </Stack>
  );
}
