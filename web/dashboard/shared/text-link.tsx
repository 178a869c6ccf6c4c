import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { facts } from './facts.ts';
import type { SearchValues } from './lists/search.ts';

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

/** A link to a guide, or to a heading in it. */
export function GuideLink({
  guide,
  children,
  ...props
}: AnchorProps & { guide: string; children: ReactNode }) {
  return (
    <Anchor {...props} href={`${facts.site_path}/docs/${guide}`} target="_blank" rel="noreferrer">
      {children}
    </Anchor>
  );
}
