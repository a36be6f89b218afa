import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime } from '../../core/page';
import { figure } from '../../reports/kit/columns';

/** Digits of the root that stand on a record for typing: enough that nobody guesses the record of somebody else. */
export const checkDigits = 8;

/** One probe of a sealed record: its sensor with calibration, its bounds, and the K7 figures. Temperatures ℃, humidity %RH. */
const sealedProbe = z.object({
  key: z.string(),
  probe: z.string(),
  sensorNo: z.string(),
  certificateNo: z.string(),
  /** YYYY-MM-DD; empty: not entered */
  certificateEnd: z.string(),
  limits: z.string(),
  max: figure,
  maxTime: z.string().nullable(),
  min: figure,
  minTime: z.string().nullable(),
  avg: figure,
  mkt: figure,
  passRate: figure,
  overMin: figure,
  completeRate: figure,
});

/** What a sealed record says; its root covers all of it. Times on the clock of `timeZone`. */
export const recordFacts = z.object({
  company: z.string(),
  plateNo: z.string(),
  terminals: z.array(z.string()),
  startTime: dateTime,
  endTime: dateTime,
  timeZone: z.string(),
  /** 0: every report */
  intervalMin: z.number().int(),
  probes: z.array(sealedProbe),
  /** of the report of one trip: what was concluded, and by whom */
  trip: z
    .object({
      id: z.string(),
      code: z.string(),
      verdict: z.string(),
      reviewer: z.string(),
      opinion: z.string(),
      /** hex of SHA-256 over the readings of its time */
      readings: z.string(),
      /** how it was judged: versions are compared with those of the same judging; none in those that were made before it was kept */
      judging: z
        .object({
          /** minutes out of bounds that a probe may have in all */
          allowedMin: z.number(),
          zone: z.string(),
          /** ℃; null: of zone, shipment or probe */
          lower: z.number().nullable(),
          upper: z.number().nullable(),
        })
        .optional(),
    })
    .optional(),
  /** all that the report of a trip says; whoever only checks it gets none of it */
  report: z.unknown().optional(),
});
export type RecordFacts = z.infer<typeof recordFacts>;

/** Words of what a check found. */
export const sealStates = {
  intact: '未改动',
  changed: '与封存时不一致',
  expired: '原始数据已过保存期',
} as const;
const state = z.enum(['intact', 'changed', 'expired']);
export type SealState = z.infer<typeof state>;

const sealedDay = z.object({
  day: z.string(),
  version: z.number().int(),
  samples: z.number().int(),
  sealTime: dateTime,
  /** hex of SHA-256 */
  root: z.string(),
  state,
  /** where the readings differ first: the beginning of the hour; null while they do not */
  since: dateTime.nullable(),
});

/** A sealed day of a vehicle; `state` is null as long as nobody has its readings hashed again. */
export const sealedDayOfVehicle = sealedDay.extend({ state: state.nullable() });
export type SealedDayOfVehicle = z.infer<typeof sealedDayOfVehicle>;

const spoken = (text: unknown): unknown =>
  typeof text === 'string' ? text.replace(/[\s-]/gu, '').toUpperCase() : text;

/** 校验封存记录: what `/verify` shows to whoever holds a record. The stored readings are hashed again for the answer. */
export const verifyRecord = endpoint({
  path: '/api/open/verifyRecord',
  access: 'public',
  title: '校验温湿度记录',
  input: z.object({
    number: z.preprocess(
      (text) => (typeof text === 'string' ? text.trim().toUpperCase() : text),
      z.string('请输入记录号').regex(/^TH-\d{8}-\d{4,6}$/u, '记录号形如 TH-20261121-0417'),
    ),
    code: z.preprocess(
      spoken,
      z.string('请输入校验码').regex(/^[0-9A-F]{8}$/u, `校验码是链根的前 ${checkDigits} 位，由数字和字母 A~F 组成`),
    ),
  }),
  output: z.object({
    number: z.string(),
    version: z.number().int(),
    /** the newest version of this record */
    latestVersion: z.number().int(),
    madeTime: dateTime,
    root: z.string(),
    state,
    facts: recordFacts,
    days: z.array(sealedDay),
  }),
});
export type VerifiedRecord = z.infer<typeof verifyRecord.output>;
