import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SearchValues } from './search.ts';

interface TextLinkProps extends AnchorProps {
  /** Below /dashboard. */
  to: string;
  /** Filters of the page it leads to; the environment stays as it is unless it is named. */
  search?: SearchValues;
  children: ReactNode;
}

/** A link to another page of the dashboard. */
export function TextLink({ to, search = {}, children, ...props }: TextLinkProps) {
  return (
    <Anchor {...props} renderRoot={(root) => <Link {...root} to={to} search={search} />}>
      {children}
    </Anchor>
  );
}
