import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page } from '../shared/page.tsx';
import { EmptyState } from '../shared/states.tsx';

export function NotFoundPage() {
  return (
    <Page title="Not found" heading="There is no such page">
      <EmptyState
        title="The address leads nowhere"
        action={
          <Button component={Link} to="/" variant="default">
            Go to the home page
          </Button>
        }
      >
        Check it, or look in the navigation for what you want.
      </EmptyState>
    </Page>
  );
}
