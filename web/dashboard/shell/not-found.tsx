import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page } from '../shared/page.tsx';
import { EmptyState } from '../shared/states.tsx';

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        picture="missing"
        title="Nothing at this URL"
        action={
          <Button component={Link} to="/" variant="default">
            Go to home
          </Button>
        }
      >
        Check the URL, or use the navigation.
      </EmptyState>
    </Page>
  );
}
