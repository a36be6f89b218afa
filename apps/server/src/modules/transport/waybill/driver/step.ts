import type { driverStep } from '@tongda/contract/transport/driver-app/calls';
import type { z } from 'zod';

/** One step that a driver took on his phone, as the call carries it. */
export type Step = z.output<typeof driverStep>;
/** The step of one kind, such as `StepOf<'depart'>`. */
export type StepOf<A extends Step['action']> = Extract<Step, { action: A }>;
