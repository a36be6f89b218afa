import { z } from 'zod';
import { authRights } from '../../company/resource-auth/rights';
import { endpoint } from '../../core/endpoint';
import { keysOf } from '../../core/keys';
import { dateTime, id } from '../../core/page';
import { askedDays, vehicleDay } from '../../watch/track/day-figures';
import { vehicleRead } from './access';

const base = '/api/base/manage/vehicle';

/** Mileage, fuel, temperature and alarms of the last days, the running one first. */
export const vehicleDays = endpoint({
  path: `${base}/days`,
  access: vehicleRead,
  title: '车辆近期每日里程、油耗、温度与报警数',
  input: z.object({ id, days: askedDays }),
  output: z.array(vehicleDay),
});

/** By what a user sees a vehicle. */
export const viewerReasons = { admin: '管理员', own: '数据范围', grant: '授权', share: '共享' } as const;
export type ViewerReason = keyof typeof viewerReasons;
const rights = z.array(z.enum(authRights));

/** 共享与授权: who sees the vehicle. People and departments of the caller's own data scope; companies only for who owns it. */
export const vehicleViewers = endpoint({
  path: `${base}/viewers`,
  access: vehicleRead,
  title: '车辆的可见人员、授权与共享',
  input: z.object({ id }),
  output: z.object({
    users: z.array(
      z.object({
        id,
        name: z.string(),
        accountCode: z.string(),
        orgName: z.string(),
        reasons: z.array(z.enum(keysOf(viewerReasons))),
      }),
    ),
    grants: z.array(
      z.object({
        id,
        /** department, or the person */
        to: z.string(),
        toUser: z.boolean(),
        inherit: z.boolean(),
        rights,
        validFrom: dateTime,
        validUntil: dateTime.nullable(),
        grantedBy: z.string(),
      }),
    ),
    companies: z.array(
      z.object({
        name: z.string(),
        validFrom: dateTime,
        validUntil: dateTime.nullable(),
        /** runs now */
        active: z.boolean(),
        scopes: z.array(z.string()),
      }),
    ),
  }),
});
