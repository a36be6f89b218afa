import { createSlot } from '../../../../kit/show/slot';

/** 整帧报文 of an alarm: frames are read a wing above the alarms. */
export const frameSlot = createSlot<{ alarmId: string }>();
