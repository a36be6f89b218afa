import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { placeRead } from '../place/calls';
import { point } from '../place/shape';
import { planLimits } from './calls';
import { plannedWay } from './way';

/** 规划生成: ways over these positions as a line to keep; nothing is saved. */
export const linePlan = endpoint({
  path: '/api/base/manage/line/plan',
  access: placeRead,
  title: '由规划生成电子线路',
  input: z.object({
    stops: z
      .array(point)
      .min(2, '请选择起点和终点')
      .max(planLimits.direct, `途经点最多${planLimits.direct - 2}个`),
  }),
  output: z.object({
    ways: z.array(plannedWay),
    estimated: z.boolean(),
    /** why it is estimated; empty: it is not */
    note: z.string(),
  }),
});
