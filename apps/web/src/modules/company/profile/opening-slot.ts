import { createSlot } from '../../../kit/show/slot';

/** Where 个人信息 shows how pages open: windows and tabs belong to the shell, which modules do not know. */
export const openingSlot = createSlot<object>();
