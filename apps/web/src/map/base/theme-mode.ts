import { useSyncExternalStore } from 'react';
import type { ThemeMode } from '../../theme/palette';

const currentTheme = (): ThemeMode => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Theme of the application, as the root element carries it. */
export const useThemeMode = (): ThemeMode => useSyncExternalStore(subscribe, currentTheme);
