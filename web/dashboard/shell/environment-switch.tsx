import { Switch } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEnvironment } from '../shared/api/environment.ts';
import { sectionOf } from './navigation.ts';
import classes from './shell.module.css';
import { useDashboardPath } from './sidebar.tsx';

/** Resources exist in one environment only, so switching goes to the list. */
export function EnvironmentSwitch() {
  const isTest = useEnvironment() === 'test';
  const path = useDashboardPath();
  const navigate = useNavigate();
  return (
    <Switch
      label="Test mode"
      labelPosition="left"
      classNames={{ labelWrapper: classes['switchLabel'] ?? '' }}
      checked={isTest}
      color="var(--test)"
      onChange={({ currentTarget }) =>
        navigate({ to: sectionOf(path), search: { env: currentTarget.checked ? undefined : 'live' } })
      }
    />
  );
}

export function TestBar() {
  return useEnvironment() === 'test' ? (
    <div className="test-bar">
      <strong>Test mode</strong> <span>No real money moves here.</span>
    </div>
  ) : null;
}
