import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id } from '../../core/page';
import { batchLine, chosenIds } from '../../core/register/pieces';
import { button } from '../../shell/rights';
import { accessOutcome, deviceAccess, deviceAlertKind, terminalPolicy } from './enums';

const base = '/api/base/manage/device';
const access = button('vehicleEquipment', 'access');

/** For so long a released terminal may register once more, hours. */
export const releaseHours = 72;

/** How a terminal is let in, and how it last was: part of its details. Addresses are `address:port`. */
export const accessDetail = z.object({
  state: deviceAccess.schema,
  /** its own policy; null: the company's */
  ownPolicy: terminalPolicy.schema.nullable(),
  /** the one that holds */
  policy: terminalPolicy.schema,
  registeredTime: dateTime.nullable(),
  releasedUntil: dateTime.nullable(),
  triedTime: dateTime.nullable(),
  triedFrom: z.string(),
  outcome: accessOutcome.schema.nullable(),
  acceptedTime: dateTime.nullable(),
  acceptedFrom: z.string(),
  /** where it was let in from, the latest first */
  networks: z.array(z.object({ network: z.string(), address: z.string(), firstTime: dateTime, lastTime: dateTime })),
  /** what staff ought to look at, the latest first */
  alerts: z.array(
    z.object({
      id,
      kind: deviceAlertKind.schema,
      firstTime: dateTime,
      lastTime: dateTime,
      times: z.number().int(),
      beforeAddress: z.string(),
      address: z.string(),
    }),
  ),
});
export type AccessDetail = z.output<typeof accessDetail>;

/** A released terminal gets another code at its next registration; until then its old one holds. */
export const deviceRelease = endpoint({
  path: `${base}/release`,
  access,
  title: '放行终端重新注册',
  input: z.object({ ids: chosenIds('终端') }),
  output: z.array(batchLine),
});

/** The code that a terminal comes in with, as it is set in the terminal. It is never shown again. */
export const authCode = z
  .string('请输入鉴权码')
  .trim()
  .regex(/^[\x21-\x7e]{6,32}$/u, '鉴权码为6~32位字母、数字或符号');

export const deviceSetCode = endpoint({
  path: `${base}/setCode`,
  access,
  title: '设置终端鉴权码',
  input: z.object({ id, code: authCode }),
  output: z.object({ id }),
});

export const deviceSetPolicy = endpoint({
  path: `${base}/setPolicy`,
  access,
  title: '修改终端的注册方式',
  input: z.object({ ids: chosenIds('终端'), /** null: as the company */ policy: terminalPolicy.schema.nullable() }),
  output: z.array(batchLine),
});
