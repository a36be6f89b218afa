import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { menus } from '../../shell/menus';

const lngLat = z.tuple([z.number(), z.number()]);
const time = dateTime.nullable();

const comparedStop = z.object({
  name: z.string(),
  lng: z.number(),
  lat: z.number(),
  /** the way back to the first stop */
  home: z.boolean(),
  planArrive: dateTime,
  planLeave: dateTime,
  windowFrom: z.string().nullable(),
  windowTo: z.string().nullable(),
  planStayMin: z.number(),
  planKm: z.number(),
  arriveTime: time,
  leaveTime: time,
  stayMin: z.number().nullable(),
  /** driven from the stop that was called at before, km */
  actualKm: z.number().nullable(),
  /** actual - planned arrival, minutes */
  diffMin: z.number().nullable(),
  /** K14; null: first stop, or may still come */
  result: z.enum(['early', 'onTime', 'late', 'missed']).nullable(),
  /** number of the call in the order that was driven */
  order: z.number().nullable(),
});
export type ComparedStop = z.infer<typeof comparedStop>;

const deviation = z.object({
  startTime: dateTime,
  endTime: time,
  minutes: z.number(),
  km: z.number(),
  /** farthest from the planned way, metres */
  maxM: z.number(),
  address: z.string(),
  path: z.array(lngLat),
});
export type PlanDeviation = z.infer<typeof deviation>;

/** 对比: a plan beside what its vehicle drove: ways, stops, deviations, alarms and temperatures of the drive. */
export const planCompare = endpoint({
  path: '/api/base/manage/routePlan/compare',
  access: { menu: menus.routePlanning.id },
  title: '线路规划与实际行驶对比',
  input: z.object({ id }),
  output: z.object({
    /** waiting: not begun; running; done */
    state: z.enum(['waiting', 'running', 'done']),
    /** why there is nothing to compare, in words; '' when there is */
    reason: z.string(),
    vehicleId: id.nullable(),
    plateNo: z.string(),
    startTime: time,
    endTime: time,
    planKm: z.number(),
    actualKm: z.number().nullable(),
    /** (actual - plan) / plan, per cent; null while it goes on */
    deviationRate: z.number().nullable(),
    planMinutes: z.number(),
    actualMinutes: z.number().nullable(),
    /** the plan knows its stops only: ways are bee lines times 1.3 */
    estimated: z.boolean(),
    /** half width of the way that counts as planned, metres; null of straight legs */
    corridorM: z.number().nullable(),
    planPath: z.array(lngLat),
    /** pieces between silences */
    track: z.array(z.array(lngLat)),
    stops: z.array(comparedStop),
    deviations: z.array(deviation),
    alarms: z.array(z.object({ id, name: z.string(), level: z.number(), startTime: dateTime, endTime: time })),
    temperatures: z.array(
      z.object({
        name: z.string(),
        min: z.number().nullable(),
        max: z.number().nullable(),
        avg: z.number().nullable(),
      }),
    ),
  }),
});
export type PlanComparison = z.infer<typeof planCompare.output>;
