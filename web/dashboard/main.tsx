import './shell/library.css';
import './shell/colours.css';
import './shell/theme.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './shared/api/query-client.ts';
import { facts } from './shared/facts.ts';
import { router } from './shell/routes.tsx';
import { cssVariables, theme } from './shell/theme.ts';

// react-remove-scroll, which locks scrolling behind dialogs, reads the nonce for its style tag from here.
Object.assign(globalThis, { __webpack_nonce__: facts.style_nonce });

createRoot(document.getElementById('app') ?? document.body).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => facts.style_nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
