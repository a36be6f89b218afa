import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { placeRead } from './calls';

/** 进出记录: one visit of a vehicle, found with the shape that the place had at that time. */
const placeVisit = z.object({
  id,
  vehicleId: id,
  plateNo: z.string(),
  vehicleColor: z.number(),
  driverName: z.string(),
  inTime: dateTime,
  /** null: still inside */
  outTime: dateTime.nullable(),
  stayMin: z.number(),
  /** shorter than the shortest stay of the place */
  passing: z.boolean(),
});
export type PlaceVisit = z.infer<typeof placeVisit>;

export const placeVisits = endpoint({
  path: '/api/base/manage/region/visits',
  access: placeRead,
  title: '区域、站点进出记录',
  input: pageQuery.extend({
    id,
    plateNo: z.string().trim().max(20, '最多20个字符').optional(),
    startTime: dateTime.optional(),
    endTime: dateTime.optional(),
    /** without those that only passed through */
    stays: z.boolean().default(false),
  }),
  output: pageOf(placeVisit),
});
