import { z } from 'zod';
import { endpoint, type MenuAccess } from '../endpoint';
import { id } from '../page';

/** How many groups 查重 shows at most; the rest comes when these are settled. */
export const mostDuplicates = 200;

/** 查重 of a register: records that may be one and the same, in groups, each with the reason. */
export const duplicatesCall = (base: `/${string}`, access: MenuAccess, noun: string) =>
  endpoint({
    path: `${base}/duplicates`,
    access,
    title: `可能重复的${noun}`,
    output: z.object({
      groups: z.array(
        z.object({
          /** `名称相同`, `相距 40 m` */
          why: z.string(),
          records: z.array(z.object({ id, name: z.string(), detail: z.string() })),
        }),
      ),
      /** there are more groups than are shown */
      more: z.boolean(),
    }),
  });
export type DuplicatesCall = ReturnType<typeof duplicatesCall>;
