import { z } from 'zod';
import { authRights } from '../../company/resource-auth/rights';
import { endpoint } from '../../core/endpoint';
import { keysOf } from '../../core/keys';
import { dateTime, id } from '../../core/page';
import { askedDays, vehicleDay } from '../../watch/track/day-figures';
import { vehicleRead } from './access';

const base = '/api/base/manage/vehicle';

/** Mileage, fuel, temperature and alarms of the last days, today first. */
export const vehicleDays = endpoint({
  path: `${base}/days`,
  access: vehicleRead,
  title: '车辆近期每日里程、油耗、温度与报警数',
  input: z.object({ id, days: askedDays }),
  output: z.array(vehicleDay),
});

/** Reasons why a user sees a vehicle. */
export const viewerReasons = { admin: '管理员', own: '数据范围', grant: '授权', share: '共享' } as const;
export type ViewerReason = keyof typeof viewerReasons;
const rights = z.array(z.enum(authRights));

/** 共享与授权: who sees the vehicle. Lists people and departments of the caller's data scope; companies only for the owner's users. */
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
        /** name of the department or person */
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
        /** the share is valid now */
        active: z.boolean(),
        scopes: z.array(z.string()),
      }),
    ),
  }),
});
