import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { writeStatus } from '../../resources/enums';
import { button } from '../../shell/rights';
import type { RuleKind } from './kind';

// 下发终端: the limits of a rule as terminals watch them themselves.

const base = '/api/alarm/rule';
const text = z.string();

/**
 * Kinds whose limits a terminal can watch by itself (report.md 7.2.1, 7.2.3, 7.2.6): parameters of 0x8103, areas and lines of 0x8600 to 0x8606, cameras, tyres and
 * blind spots by 0xF364 to 0xF367.
 */
export const issuableKinds: readonly RuleKind[] = ['speed', 'fatigue', 'parking', 'zone', 'line', 'safety', 'fault'];
export const ruleIssue = endpoint({
  path: `${base}/issue`,
  access: button('writeDevice', 'send'),
  title: '报警规则下发终端',
  input: z.object({ id }),
  output: z.object({
    /** terminals that it is sent to */
    count: z.number(),
    /** tasks of 写入设备 */
    taskNos: z.array(text),
    /** vehicles that it is not sent to, and why */
    refused: z.array(z.object({ vehicleId: id, plateNo: text, msg: text })),
  }),
});
export type RuleIssued = z.infer<typeof ruleIssue.output>;
/** What would be sent, and how it stands with each vehicle: its newest line. */
export const ruleIssues = endpoint({
  path: `${base}/issueResult`,
  access: button('writeDevice', 'send'),
  title: '报警规则下发结果',
  input: z.object({ id }),
  output: z.object({
    /** in words; what stands against sending in its place */
    what: text,
    why: text,
    /** vehicles of the rule whose terminals it is sent to, and how many of these are not connected now */
    vehicles: z.number(),
    offline: z.number(),
    /** other vehicles of the rule, by what stands against sending: how many, and some of them */
    left: z.array(z.object({ why: text, count: z.number(), plateNos: z.array(text) })),
    rows: z.array(
      z.object({
        vehicleId: id,
        plateNo: text,
        taskNo: text,
        summary: text,
        status: writeStatus.schema,
        /** what the terminal answered, or why nothing came of it */
        answer: text,
        updateTime: dateTime,
      }),
    ),
  }),
});
export type RuleIssues = z.infer<typeof ruleIssues.output>;
