import { z } from 'zod';
import { endpoint } from '../../../core/endpoint';
import { optionalId, optionalNumber } from '../../../core/field/inputs';
import { dateTime, id } from '../../../core/page';
import { version } from '../../../core/register/pieces';
import { menus } from '../../../shell/menus';
import { button } from '../../../shell/rights';
import { reloadReason } from '../enums';
import { waybillCode, waybillDetailOut } from '../shapes';
import { boardOrder } from '../stow/board';

/** Where goods change vehicles: a site, or a point on the road with a name. */
const reloadPlace = z
  .object({
    placeId: optionalId,
    placeName: z.string().trim().max(50, '换装地点最多50个字符').default(''),
    lng: optionalNumber({ min: -180, max: 180, places: 6 }),
    lat: optionalNumber({ min: -90, max: 90, places: 6 }),
  })
  .refine((place) => place.placeId !== null || place.placeName !== '', {
    path: ['placeName'],
    error: '请填写换装地点',
  });

/** How many pictures one reloading may have. */
export const maxReloadFiles = 9;

const pieces = z.number('请输入换装件数').int('件数须为整数').min(1, '换装件数至少1件').max(999_999);

/** Data of the reloading page: the running waybill, its orders in the shape of the checks, and the truck's place. */
export const reloadCheck = endpoint({
  path: '/api/tms/stowage/reloadCheck',
  access: button('waybillStowage', 'reloading'),
  title: '换装前的运单',
  input: z.object({ id: waybillCode }),
  output: waybillDetailOut.extend({ orders: z.array(boardOrder) }),
});

export type ReloadCheck = z.infer<typeof reloadCheck.output>;

/**
 * 换装 in transit (transport.md 4.10): ends the running legs at the place of reloading and goes on from there on another vehicle; a difference in
 * pieces drafts an abnormal report. It cannot be undone.
 */
export const stowageReload = endpoint({
  path: '/api/tms/stowage/reload',
  access: button('waybillStowage', 'reloading'),
  title: '换装',
  input: z.object({
    waybillCode,
    version,
    reason: z.literal(reloadReason.codes, '请选择换装原因'),
    remark: z.string().trim().max(200, '说明最多200个字符').default(''),
    place: reloadPlace,
    reloadTime: z.string('请选择换装时间').min(1, '请选择换装时间').pipe(dateTime),
    /** the counted goods, one line for each order */
    legs: z
      .array(
        z.object({
          orderCode: z.string().min(1).max(30),
          pieces,
          productTemp: optionalNumber({ min: -60, max: 60, places: 1, unit: '℃' }),
        }),
      )
      .min(1, '请至少选择一个订单')
      .max(200, '一车最多200个订单'),
    /** photos of goods, seal and thermometer; drafted abnormal reports carry them too */
    fileIds: z.array(id).max(maxReloadFiles, `换装照片最多${maxReloadFiles}张`).default([]),
    /** whether orders that are not loaded yet go back to the split pool when nothing is left on the old vehicle */
    releaseRest: z.boolean().default(true),
    /** a vehicle for a new waybill, or a waybill that is being filled at the same site */
    target: z.union([
      z.object({ waybillCode }),
      z.object({
        vehicleId: id,
        driverId: optionalId,
        planDepartTime: z.string('请选择计划发车时间').min(1, '请选择计划发车时间').pipe(dateTime),
      }),
    ]),
  }),
  output: z.object({
    newWaybillCode: z.string(),
    transportStatus: z.number(),
    /** numbers of the abnormal reports drafted for 少货 and 多货 */
    abnormalCodes: z.array(z.string()),
    differences: z.array(z.object({ orderCode: z.string(), short: z.number(), over: z.number() })),
  }),
});

/** Waybills being filled at a site, which could take on the goods there. */
export const reloadTargets = endpoint({
  path: '/api/tms/stowage/reloadTargets',
  access: { menu: [menus.waybillStowage.id, menus.transportTask.id] },
  title: '可换入的运单',
  input: z.object({ placeId: id, except: waybillCode }),
  output: z.array(
    z.object({
      waybillCode: z.string(),
      plateNo: z.string(),
      driverName: z.string(),
      planDepartTime: z.string(),
      toName: z.string(),
      orderCount: z.number(),
    }),
  ),
});

/** Pictures of a waybill's departures, arrivals and changes of vehicles. */
export const recordPictures = endpoint({
  path: '/api/tms/waybill/recordPictures',
  access: {
    menu: [
      menus.billOfLading.id,
      menus.waybillStowage.id,
      menus.transportTask.id,
      menus.departureManage.id,
      menus.arrivalManage.id,
    ],
  },
  title: '发车、到站与换装照片',
  input: z.object({ id: waybillCode }),
  output: z.array(z.object({ id, name: z.string(), url: z.string(), image: z.boolean() })),
});
