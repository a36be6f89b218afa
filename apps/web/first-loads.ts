/**
 * Modules that a browser loads before anything can be used: the login page, the frame around every page behind it (with what it
 * fetches by itself soon after: the dialog that asks once more for the password, and toasts), and the first page there.
 */
export const firstLoads = {
  login: ['src/modules/base/identity/login/page.tsx'],
  frame: [
    'src/shell/page/entrance.tsx',
    'src/shell/frame/layout.tsx',
    'src/areas/shell-parts.tsx',
    'src/modules/base/identity/password/prove-dialog.tsx',
    'src/shell/frame/notifier.tsx',
  ],
  location: ['src/modules/watch/location/page.tsx'],
} as const;
