import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { z } from 'zod';
import { zhCN } from 'zod/locales';
import { ApiError } from './kit/api-error';
import { router } from './router';
import { paletteCss } from './theme/palette';
import { watchTheme } from './theme/theme-store';
import './theme/base.css';

// Sentences of rules that say nothing of their own.
z.config(zhCN());

const style = document.createElement('style');
style.textContent = paletteCss();
document.head.append(style);
watchTheme();

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A refused call is refused again: only a lost connection is tried once more.
      retry: (count, error) => count < 1 && !(error instanceof ApiError && error.code > 0),
      refetchOnWindowFocus: false,
    },
  },
});

const root = document.getElementById('root');
if (!root) throw new Error('no #root in the page');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
