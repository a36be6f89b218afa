import { createSlot } from '../../../../kit/show/slot';

/** What the form of an order for the workshop is given of an alarm. */
export interface RepairOfAlarm {
  vehicle: { id: string; plateNo: string };
  /** what the alarm says, as the reason of the repair */
  reason: string;
  /** absent: it is for a fault that a person saw */
  alarmId?: string;
  done: () => void;
  close: () => void;
}

/** The form of 转维修: repairs belong to vehicles, a wing above the alarms. */
export const repairSlot = createSlot<RepairOfAlarm>();
