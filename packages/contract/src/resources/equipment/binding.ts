import { z } from 'zod';
import { dateTime, id } from '../../core/page';

/** One period in which a recorder or a lock was somewhere. `name` is what the vehicle or store was called then. */
export const bindingLine = z.object({
  id,
  bindType: z.number(),
  name: z.string(),
  doorPos: z.string(),
  startTime: dateTime,
  endTime: dateTime.nullable(),
  operator: z.string(),
});
export type BindingLine = z.infer<typeof bindingLine>;
