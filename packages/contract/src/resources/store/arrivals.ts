import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { shapeInput } from '../../ground/place/shape';
import { menus } from '../../shell/menus';

const base = '/api/base/manage/store';
const read = { menu: menus.store.id } as const;

/** 到店证据: visits of vehicles to the store's fence, with everything that proves them. */
export const storeArrivals = endpoint({
  path: `${base}/arrivals`,
  access: read,
  title: '门店的到店证据',
  input: pageQuery.extend({ id }),
  output: pageOf(
    z.object({
      /** id of the visit */
      id,
      vehicleId: id,
      plateNo: z.string(),
      vehicleColor: z.number(),
      driverName: z.string(),
      arriveTime: dateTime,
      /** null: the vehicle is still there */
      leaveTime: dateTime.nullable(),
      stayMin: z.number(),
      /** uncertainty of the moment of arrival, seconds */
      doubtSec: z.number(),
      /** true: the vehicle stayed shorter than the site's minimum stay */
      passing: z.boolean(),
      doorOpens: z.number().int(),
      /** temperatures of the box at the arrival, one per probe; null where a probe gave nothing. Empty: no reading within ten minutes. */
      tempC: z.array(z.number().nullable()),
      /** the waybill of which this store is a stop */
      waybillCode: z.string().nullable(),
      /** when the driver scanned the store's code, from a quarter of an hour before the visit to a quarter after it */
      scanTime: dateTime.nullable(),
      /** when the store's card was held to the truck's reader within `swipeProofM` of the store */
      swipeTime: dateTime.nullable(),
      /** arrivalEvidence of the visit, whether the store asks for it or not */
      evidence: z.array(z.number()),
    }),
  ),
});
export type StoreArrival = z.infer<typeof storeArrivals.output>['list'][number];

/** Two fences are warned of when they share more than this part of the smaller one, per cent. */
export const overlapWarnPercent = 50;

/** Fences of other stores that a drawn fence overlaps. The form asks while one draws; saving stays possible. */
export const storeOverlaps = endpoint({
  path: `${base}/overlaps`,
  access: read,
  title: '围栏与其他门店的重叠',
  input: z.object({
    /** the store that is being changed; its own fence does not count */
    id: id.optional(),
    shape: shapeInput,
  }),
  output: z.array(z.object({ id, storeName: z.string(), storeCode: z.string(), percent: z.number().int() })),
});

/** Transport routes that call at stores, for the filter of the list. */
export const storeRoutes = endpoint({
  path: `${base}/routes`,
  access: read,
  title: '门店所属线路选项',
  output: z.array(z.object({ id, name: z.string() })),
});
