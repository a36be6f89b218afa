import { lazy } from 'react';

/** What the location page, the register of vehicles and their details show of commands to terminals. */
export { type CommandedVehicle, type CommandVerb, commandMenu, forMany, useCommandVerbs } from './verbs';

/** Dialogs and tables come when they are opened. */
export const CommandDialog = lazy(async () => ({ default: (await import('./dialog')).CommandDialog }));
export const VehicleCommands = lazy(async () => ({ default: (await import('./history')).VehicleCommands }));
