import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { Settings } from '../shared/api/types.ts';
import { Page } from '../shared/page.tsx';
import { Load } from '../shared/states.tsx';
import { AccentColor } from './accent-color.tsx';
import classes from './branding.module.css';
import { CheckoutPreview } from './checkout-preview.tsx';
import { Logo } from './logo.tsx';
import { useSettings } from './settings.ts';

/** Logo and colour, beside the checkout that has them. */
export function BrandingPage() {
  const query = useSettings();
  return (
    <Page
      title="Branding"
      description="Your logo and colour at checkout, on invoices and in e-mails. Applies to test mode and live mode."
    >
      <Load query={query}>{(settings) => <Studio settings={settings} />}</Load>
    </Page>
  );
}

function Studio({ settings }: { settings: Settings }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { name, logo_url, accent_color } = settings;
  return (
    <div className={classes['columns']}>
      <Stack gap="lg">
        <Logo settings={settings} />
        <AccentColor settings={settings} chosen={chosen} onChoose={setChosen} />
      </Stack>
      <CheckoutPreview brand={{ name, logo_url, color: chosen ?? accent_color }} />
    </div>
  );
}
