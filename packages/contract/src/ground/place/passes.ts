import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { optionalDate, optionalText } from '../../core/field/inputs';
import { dateOnly, id } from '../../core/page';
import { version } from '../../core/register/pieces';
import { placeRead, placeUpdate } from './calls';

/** At most so many vehicles have a 通行证 for one 限行区. */
export const maxPasses = 500;

const pass = z.object({
  vehicleId: id,
  plateNo: z.string(),
  passNo: z.string(),
  /** days of the company, both included; null: open */
  validFrom: dateOnly.nullable(),
  validUntil: dateOnly.nullable(),
});
export type TruckPass = z.infer<typeof pass>;
/** the passes of an area, and the version of the area that they belong to */
const passes = z.object({ version: z.number(), passes: z.array(pass) });
export type TruckPasses = z.infer<typeof passes>;

/** 通行证 of a 限行区: a vehicle with a valid pass is not kept out (transport.md 4.3 RESTRICT, 1.13 限行). */
export const placePasses = endpoint({
  path: '/api/base/manage/region/passes',
  access: placeRead,
  title: '限行区的通行证',
  input: z.object({ id }),
  output: passes,
});

export const placeSetPasses = endpoint({
  path: '/api/base/manage/region/setPasses',
  access: placeUpdate.access,
  title: '设置限行区的通行证',
  input: z.object({
    id,
    version,
    passes: z
      .array(
        z
          .object({
            vehicleId: id.or(z.literal('')).refine((value) => value !== '', '请选择车辆'),
            passNo: optionalText(30),
            validFrom: optionalDate,
            validUntil: optionalDate,
          })
          .refine(({ validFrom, validUntil }) => !validFrom || !validUntil || validFrom <= validUntil, {
            path: ['validUntil'],
            error: '有效期止不能早于有效期起',
          }),
      )
      .max(maxPasses, `通行证最多${maxPasses}张`),
  }),
  output: passes,
});
