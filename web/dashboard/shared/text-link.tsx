import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SearchValues } from './search.ts';

interface TextLinkProps extends AnchorProps {
  /** Path below /dashboard. */
  to: string;
  /** Query string of the target page; the environment is kept unless given. */
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
