import { z } from 'zod';
import { defineEnum } from '../../core/enum';
import type { RuleField, RuleFields } from './field';
import { wall } from './field';
import { type RuleKind, ruleKind } from './kind';
import { ruleFields } from './kinds';

type ShapeOf<F extends RuleFields> = { [K in keyof F]: F[K] extends RuleField<infer S> ? S : never };
const schemaOf = <F extends RuleFields>(fields: F) =>
  z.object(
    // the entries are those of `ShapeOf<F>`: `Object.fromEntries` forgets their names
    Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])) as unknown as ShapeOf<F>,
  );

/** The parameters of each kind as they are stored, made from its fields. */
export const ruleParams = Object.fromEntries(
  // every kind has such fields
  ruleKind.codes.map((kind) => [kind, schemaOf(ruleFields[kind] as RuleFields)]),
  // one entry for each kind: `Object.fromEntries` forgets the keys
) as unknown as { [K in RuleKind]: z.ZodObject<ShapeOf<(typeof ruleFields)[K]>> };

export type RuleParams = { [K in RuleKind]: z.infer<(typeof ruleParams)[K]> };

/** Days and times of day, company time; empty lists = always. A span that ends before it begins goes over midnight. */
export const weekTimes = z.object({
  weekdays: z
    .array(z.number('请选择星期').int().min(1, '星期请填写 1 至 7').max(7, '星期请填写 1 至 7'))
    .max(7)
    .default([]),
  spans: z
    .array(z.object({ from: wall, to: wall }))
    .max(6, '最多设置 6 个时段')
    .default([]),
});
/** When a rule holds. */
export const rulePeriod = weekTimes.extend({
  /** 仅在途: only between leaving the first stop of a waybill and arriving at its last */
  inTransit: z.boolean('请选择是否仅在途').optional(),
});
export type RulePeriod = z.infer<typeof rulePeriod>;

/** Which vehicles a rule applies to. Of two rules that set the same for a vehicle the more specific one counts. */
export const ruleScope = defineEnum('ruleScope', {
  company: [1, '全部车辆'],
  fleets: [2, '指定车队'],
  vehicles: [3, '指定车辆'],
  /** with the departments below */
  orgs: [4, '指定部门'],
});

/** The larger, the more specific. */
export const scopeWeight: Readonly<Record<(typeof ruleScope.codes)[number], number>> = { 1: 0, 4: 1, 2: 2, 3: 3 };
