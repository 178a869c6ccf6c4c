import { NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { keyResources } from './key-access.ts';

type Access = 'all' | 'read' | 'restricted';
type Level = '' | 'read' | 'write';

/** What the form chooses: all, only reading, or a level for each resource. */
export interface ChosenAccess {
  access: Access;
  levels: Partial<Record<string, Level>>;
}

export const everything: ChosenAccess = { access: 'all', levels: {} };

/** As the API takes them; null for all that the member's role allows. */
export function permissionsOf({ access, levels }: ChosenAccess): string[] | null {
  if (access === 'all') return null;
  if (access === 'read') return ['read'];
  return keyResources.flatMap(({ name }) => (levels[name] ? [`${name}.${levels[name]}`] : []));
}

interface Form {
  values: ChosenAccess;
  set<Name extends keyof ChosenAccess>(name: Name, value: ChosenAccess[Name]): void;
  errorOf(field: string): string | null;
}

const accesses: { value: Access; label: string }[] = [
  { value: 'all', label: 'Everything' },
  { value: 'read', label: 'Read only' },
  { value: 'restricted', label: 'Restricted to resources' },
];
const levelsOf = (writable: boolean): { value: Level; label: string }[] => [
  { value: '', label: 'None' },
  { value: 'read', label: 'Read' },
  ...(writable ? [{ value: 'write' as const, label: 'Read and write' }] : []),
];

export function KeyPermissions({ form }: { form: Form }) {
  const { access, levels } = form.values;
  const chosen = accesses.find(({ value }) => value === access)?.value ?? 'all';
  return (
    <Stack gap="xs">
      <NativeSelect
        label="Access"
        name="permissions"
        description="A key never has more access than your role."
        data={accesses}
        value={chosen}
        error={form.errorOf('permissions')}
        onChange={({ currentTarget: { value } }) =>
          form.set('access', accesses.find((one) => one.value === value)?.value ?? 'all')
        }
      />
      {access === 'restricted' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          {keyResources.map(({ name, label, writable }) => (
            <NativeSelect
              key={name}
              size="sm"
              label={label}
              data={levelsOf(writable)}
              value={levels[name] ?? ''}
              onChange={({ currentTarget: { value } }) =>
                form.set('levels', {
                  ...levels,
                  [name]: levelsOf(writable).find((one) => one.value === value)?.value,
                })
              }
            />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}
