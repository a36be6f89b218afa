import { create } from 'zustand';
import { brandPalette, paletteCss, type ThemeMode } from './palette';

export type ThemeChoice = ThemeMode | 'auto';

const storageKey = 'td.theme';
const darkQuery = '(prefers-color-scheme: dark)';

function readChoice(): ThemeChoice {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '"auto"');
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    return 'auto';
  }
}
const resolveMode = (choice: ThemeChoice): ThemeMode => {
  if (choice !== 'auto') return choice;
  return window.matchMedia?.(darkQuery).matches ? 'dark' : 'light';
};

interface ThemeState {
  /** what the user chose */
  choice: ThemeChoice;
  /** what is drawn */
  mode: ThemeMode;
  /** colour of the brand, #rrggbb; null = the platform's */
  brand: string | null;
  choose: (choice: ThemeChoice) => void;
}

/** Light, dark or as the computer says; kept on this computer only, because a night desk and a day desk are two computers. */
export const useTheme = create<ThemeState>((set) => ({
  choice: readChoice(),
  mode: resolveMode(readChoice()),
  brand: null,
  choose: (choice) => {
    localStorage.setItem(storageKey, JSON.stringify(choice));
    set({ choice, mode: resolveMode(choice) });
  },
}));

let style: HTMLStyleElement | null = null;
const isColour = /^#[0-9a-f]{6}$/iu;

/** Puts the palette into the page; call once at start. */
export function showPalette(): void {
  style = document.createElement('style');
  style.textContent = paletteCss();
  document.head.append(style);
}

/** Buttons and links in the colour of a brand; what is no colour is the platform's own. */
export function showBrandColour(hex: string | null): void {
  const brand = hex !== null && isColour.test(hex) ? hex : null;
  if (brand === useTheme.getState().brand) return;
  brandPalette(brand);
  if (style) style.textContent = paletteCss();
  useTheme.setState({ brand });
}

/** Follows the computer while the choice is `auto`, and the choice made in another window. Call once at start. */
export function watchTheme(): void {
  const apply = ({ mode }: { mode: ThemeMode }): void => {
    document.documentElement.dataset.theme = mode;
    document.documentElement.style.colorScheme = mode;
  };
  apply(useTheme.getState());
  useTheme.subscribe(apply);
  const again = (): void => useTheme.setState({ choice: readChoice(), mode: resolveMode(readChoice()) });
  window.matchMedia?.(darkQuery).addEventListener('change', again);
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey) again();
  });
}
