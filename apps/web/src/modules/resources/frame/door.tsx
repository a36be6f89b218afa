import { lazy } from 'react';

/** Recordings of a terminal's frames, as the register of terminals opens them, and what a vehicle's terminal sent beside reports: the only file of the module that others import. */
export const OwnTraces = lazy(async () => ({ default: (await import('./own-drawer')).OwnTracesDrawer }));
export const RecorderMessages = lazy(async () => ({ default: (await import('./kept-list')).RecorderMessages }));
export const KeptMessages = lazy(async () => ({ default: (await import('./kept-list')).KeptMessages }));
