import type { ReactNode } from 'react';
import { createSlot } from '../../../../kit/show/slot';

/** The curve of what an alarm is about: curves of readings are drawn by the reports, a wing above the alarms. `otherwise` is shown where it cannot be read. */
export const curveSlot = createSlot<{ alarmId: string; otherwise: ReactNode }>();
