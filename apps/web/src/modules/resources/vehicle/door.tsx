import { lazy } from 'react';

/** The form of an order for the workshop, as other registers of vehicles' equipment open it: the only file of the module that others import. */
export const NewRepair = lazy(async () => ({ default: (await import('./repair/new')).NewRepair }));
