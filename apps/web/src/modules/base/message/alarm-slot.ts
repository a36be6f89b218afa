import { createSlot } from '../../../kit/show/slot';

/** Where a message about an alarm shows it: curve and way belong to the alarms, a wing above the messages. */
export const alarmSlot = createSlot<{ alarmId: string }>();
