import type { ShellParts } from '../kit/shell-parts';

/** What modules hang into the shell: header buttons, lines of the user dropdown, watchers. */
export const shellParts: ShellParts = {
  header: {},
  userMenu: [],
  overlays: {},
};
