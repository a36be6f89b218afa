import { lazy } from 'react';

/** Recordings of a terminal's frames, as the register of terminals opens them: the only file of the module that others import. */
export const OwnTraces = lazy(async () => ({ default: (await import('./own-drawer')).OwnTracesDrawer }));
