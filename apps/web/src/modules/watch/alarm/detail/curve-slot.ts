import type { ReactNode } from 'react';
import { createSlot } from '../../../../kit/show/slot';

/** The curve of what an alarm is about: curves of readings are drawn by the reports, a wing above the alarms. `lasting`: it has not ended, and is asked for again. `otherwise` is shown where it cannot be read. */
export const curveSlot = createSlot<{ alarmId: string; lasting: boolean; otherwise: ReactNode }>();
