import type { MenuKey } from '@tongda/contract/shell/menus';
import type { RouteKey } from '@tongda/contract/shell/routes';

/** One chapter: shown when all its screens work. */
export interface Chapter {
  title: string;
  /** where it is */
  menus?: readonly MenuKey[];
  needs: readonly RouteKey[];
  /** what it is for */
  text: string;
  /** what one does there, one line each */
  steps: readonly string[];
}
