/**
 * Modules that a browser loads before anything can be used: the login page, the frame around every page behind it, and the first page there. Toasts and
 * dialogs come with the first of them.
 */
export const firstLoads = {
  login: ['src/modules/base/identity/login/page.tsx'],
  frame: ['src/shell/page/entrance.tsx', 'src/shell/frame/layout.tsx', 'src/areas/shell-parts.tsx'],
  location: ['src/modules/watch/location/page.tsx'],
} as const;
