import { z } from 'zod';
import { endpoint } from '../../core/endpoint';
import { dateTime, id, pageOf, pageQuery } from '../../core/page';
import { shapeInput } from '../../ground/place/shape';
import { menus } from '../../shell/menus';

const base = '/api/base/manage/store';
const read = { menu: menus.store.id } as const;

/** 到店证据: vehicles that came into the fence, and what else proves it. */
export const storeArrivals = endpoint({
  path: `${base}/arrivals`,
  access: read,
  title: '门店的到店证据',
  input: pageQuery.extend({ id }),
  output: pageOf(
    z.object({
      /** of the visit */
      id,
      vehicleId: id,
      plateNo: z.string(),
      vehicleColor: z.number(),
      driverName: z.string(),
      arriveTime: dateTime,
      /** null: still there */
      leaveTime: dateTime.nullable(),
      stayMin: z.number(),
      /** the moment of crossing is certain to so many seconds */
      doubtSec: z.number(),
      /** stayed shorter than the site asks for */
      passing: z.boolean(),
      doorOpens: z.number().int(),
      /** of the box when it came, by probe from 1; null where nothing was measured within ten minutes */
      tempC: z.array(z.number().nullable()),
      /** trip whose stop this place is */
      waybillCode: z.string().nullable(),
      /** when its driver scanned the store's code during the visit, or a quarter of an hour around it */
      scanTime: dateTime.nullable(),
      /** when the store's card was held to the reader of the truck, within 500 m of the store */
      swipeTime: dateTime.nullable(),
      /** arrivalEvidence that the visit left behind, whether the store asks for it or not */
      evidence: z.array(z.number()),
    }),
  ),
});
export type StoreArrival = z.infer<typeof storeArrivals.output>['list'][number];

/** Part of the smaller ground from which a new fence is warned of, per cent. */
export const overlapWarnPercent = 50;

/** Fences of other stores that a drawn one lies on; asked while it is drawn, and no hindrance. */
export const storeOverlaps = endpoint({
  path: `${base}/overlaps`,
  access: read,
  title: '围栏与其他门店的重叠',
  input: z.object({
    /** the store itself, when it is changed */
    id: id.optional(),
    shape: shapeInput,
  }),
  output: z.array(z.object({ id, storeName: z.string(), storeCode: z.string(), percent: z.number().int() })),
});

/** Routes that stores may be filtered by. */
export const storeRoutes = endpoint({
  path: `${base}/routes`,
  access: read,
  title: '门店所属线路选项',
  output: z.array(z.object({ id, name: z.string() })),
});
