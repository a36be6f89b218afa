import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { z } from 'zod';
import { zhCN } from 'zod/locales';
import { fillSlots } from './areas/slots';
import { router } from './router';
import { showPalette, watchTheme } from './theme/store';
import './theme/base.css';

// Sentences of rules that say nothing of their own.
z.config(zhCN());

fillSlots();
showPalette();
watchTheme();

const root = document.getElementById('root');
if (!root) throw new Error('no #root in the page');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
