import { z } from 'zod';
import { dateTime, id } from '../../core/page';

/** One period in which a recorder or a lock was bound. `name` is the plate or store name at that time. */
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
